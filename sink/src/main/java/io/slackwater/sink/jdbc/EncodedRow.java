package io.slackwater.sink.jdbc;

/**
 * A row as the database will read it.
 *
 * @param sequence position in its batch
 * @param fields one text per column, null for SQL null
 * @param hash of the sequence and the fields; the sum over a batch is its checksum
 * @param size characters of all fields
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would cost one object per row
record EncodedRow(long sequence, String[] fields, long hash, int size) {}
