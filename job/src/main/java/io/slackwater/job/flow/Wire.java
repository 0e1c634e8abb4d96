package io.slackwater.job.flow;

import io.slackwater.job.Utf8;
import io.slackwater.job.decode.Measures;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The few encodings that all our serializers are made of. Lengths and counts are unsigned LEB128,
 * signed numbers zigzag first, so that an event of the usual size crosses the network in some 60
 * bytes. A length is written plus one where null must be told from empty.
 */
public final class Wire {
  private static final int ABSENT = 0;
  private static final int SMALL = 1;
  private static final int BIG = 2;

  private Wire() {}

  public static void writeUnsigned(long value, DataOutputView out) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  public static long readUnsigned(DataInputView in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.readByte();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("a number of more than 64 bits: the state or the stream is damaged");
  }

  public static int readLength(DataInputView in) throws IOException {
    return Math.toIntExact(readUnsigned(in));
  }

  public static void writeSigned(long value, DataOutputView out) throws IOException {
    writeUnsigned((value << 1) ^ (value >> 63), out);
  }

  public static long readSigned(DataInputView in) throws IOException {
    long zigzag = readUnsigned(in);
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  public static void writeBytes(@Nullable byte[] bytes, DataOutputView out) throws IOException {
    if (bytes == null) {
      writeUnsigned(0, out);
    } else {
      writeUnsigned(bytes.length + 1L, out);
      out.write(bytes);
    }
  }

  @Nullable
  public static byte[] readBytes(DataInputView in) throws IOException {
    int length = readLength(in) - 1;
    if (length < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  public static void writeText(@Nullable String text, DataOutputView out) throws IOException {
    writeBytes(text == null ? null : text.getBytes(StandardCharsets.UTF_8), out);
  }

  @Nullable
  public static String readText(DataInputView in) throws IOException {
    byte[] bytes = readBytes(in);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  public static void writeUtf8(@Nullable Utf8 text, DataOutputView out) throws IOException {
    writeBytes(text == null ? null : text.bytes(), out);
  }

  @Nullable
  public static Utf8 readUtf8(DataInputView in) throws IOException {
    byte[] bytes = readBytes(in);
    return bytes == null ? null : Utf8.wrap(bytes);
  }

  /** An id that must be there. */
  public static Utf8 readId(DataInputView in) throws IOException {
    Utf8 id = readUtf8(in);
    if (id == null) {
      throw new EOFException("an id is missing: the state or the stream is damaged");
    }
    return id;
  }

  /** Writes a list whose entries may be null, or null for no list. */
  public static void writeTexts(@Nullable List<String> texts, DataOutputView out)
      throws IOException {
    if (texts == null) {
      writeUnsigned(0, out);
      return;
    }
    writeUnsigned(texts.size() + 1L, out);
    for (String text : texts) {
      writeText(text, out);
    }
  }

  @Nullable
  public static List<String> readTexts(DataInputView in) throws IOException {
    int size = readLength(in) - 1;
    if (size < 0) {
      return null;
    }
    List<String> texts = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      texts.add(readText(in));
    }
    return Collections.unmodifiableList(texts);
  }

  public static void writeMeasures(Measures measures, DataOutputView out) throws IOException {
    writeUnsigned(measures.size(), out);
    for (int i = 0; i < measures.size(); i++) {
      if (measures.isAbsent(i)) {
        out.writeByte(ABSENT);
      } else if (measures.isSmall(i)) {
        out.writeByte(SMALL);
        writeSigned(measures.small(i), out);
      } else {
        out.writeByte(BIG);
        writeBytes(measures.unscaled(i).toByteArray(), out);
      }
    }
  }

  public static Measures readMeasures(DataInputView in) throws IOException {
    Measures measures = new Measures(readLength(in));
    for (int i = 0; i < measures.size(); i++) {
      switch (in.readByte()) {
        case ABSENT -> {}
        case SMALL -> measures.set(i, readSigned(in));
        case BIG -> measures.set(i, new BigInteger(readBytes(in)));
        default -> throw new IOException("an unknown kind of number: the stream is damaged");
      }
    }
    return measures;
  }
}
