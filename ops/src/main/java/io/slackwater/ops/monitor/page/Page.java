package io.slackwater.ops.monitor.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The page: one file that needs nothing else. Its policy lets the browser run exactly the script
 * and the style that are in it, and ask nobody but the server it came from.
 */
record Page(String html, String policy) {
  /** For what is no page. */
  static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  private static final Pattern SCRIPT = Pattern.compile("(?s)<script>(.*?)</script>");
  private static final Pattern STYLE = Pattern.compile("(?s)<style>(.*?)</style>");

  static Page load() {
    try (InputStream in = Page.class.getResourceAsStream("monitor.html")) {
      String html = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Page(
          html,
          "default-src 'none'; script-src %s; style-src %s; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
              .formatted(hashes(SCRIPT, html), hashes(STYLE, html)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hashes(Pattern part, String html) {
    return part.matcher(html)
        .results()
        .map(found -> hash(found.group(1)))
        .collect(Collectors.joining(" "));
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
