package io.slackwater.sink.jdbc;

/**
 * A row as the database will read it.
 *
 * @param sequence position in its batch
 * @param fields one after the other, each its length (4 bytes, -1 for SQL null) and then as many
 *     bytes, in the form of the dialect
 * @param hash of the sequence and the fields; the sum over a batch is its checksum
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record EncodedRow(long sequence, byte[] fields, long hash) {
  static final int NULL = -1;
}
