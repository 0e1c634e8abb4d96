package io.slackwater.ops.monitor;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address to listen at. */
final class ListenConverter implements ITypeConverter<InetSocketAddress> {
  private static final Pattern TEXT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\s]+):(\\d{1,5})");
  private static final int LARGEST = 65_535;

  @Override
  public InetSocketAddress convert(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > LARGEST) {
      throw new TypeConversionException(
          "'%s' is no address: give HOST:PORT, such as 127.0.0.1:9250".formatted(text));
    }
    InetSocketAddress address =
        new InetSocketAddress(parts.group(1), Integer.parseInt(parts.group(2)));
    if (address.isUnresolved()) {
      throw new TypeConversionException("'%s': there is no such host".formatted(text));
    }
    return address;
  }
}
