package io.slackwater.testkit.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate for 127.0.0.1 and localhost, signed by an authority of its own, in the formats that
 * Kafka and PostgreSQL read. Every call makes another authority, so two of them do not trust each
 * other.
 *
 * @param keyStore PKCS12 with the key and its chain
 * @param certificate PEM, for PostgreSQL
 * @param privateKey PEM, readable by the owner only
 * @param authority PEM, what clients have to trust
 */
public record ServerCertificate(Path keyStore, Path certificate, Path privateKey, Path authority) {
  /** Of the key store; no secret. */
  public static final String PASSWORD = "changeit";

  private static final String SERVER = "server";
  private static final String AUTHORITY = "authority";

  /**
   * Makes one with the JDK's {@code keytool}.
   *
   * @param directory an empty one, where the files are left
   * @throws IOException when keytool or the file system refuses
   */
  public static ServerCertificate create(Path directory) throws IOException {
    Path keyStore = directory.resolve("server.p12");
    keytool(keyStore, AUTHORITY, "-dname", "CN=Slackwater test authority", "-ext", "bc:c");
    keytool(
        keyStore,
        SERVER,
        "-dname",
        "CN=localhost",
        "-ext",
        "san=ip:127.0.0.1,dns:localhost",
        "-signer",
        AUTHORITY);
    try {
      return export(keyStore, directory);
    } catch (GeneralSecurityException e) {
      throw new IOException("what keytool wrote to " + keyStore + " cannot be read", e);
    }
  }

  private static ServerCertificate export(Path keyStore, Path directory)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
    Certificate[] chain = store.getCertificateChain(SERVER);
    byte[] key = store.getKey(SERVER, PASSWORD.toCharArray()).getEncoded();
    Path authority = directory.resolve("ca.pem");
    Path certificate = directory.resolve("server.crt");
    Path privateKey = directory.resolve("server.key");
    Files.writeString(authority, pem("CERTIFICATE", chain[chain.length - 1].getEncoded()));
    Files.writeString(certificate, pem("CERTIFICATE", chain[0].getEncoded()));
    Files.createFile(
        privateKey,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(privateKey, pem("PRIVATE KEY", key));
    // A key store with the authority's own key in it would let the server sign others.
    store.deleteEntry(AUTHORITY);
    try (var out = Files.newOutputStream(keyStore)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return new ServerCertificate(keyStore, certificate, privateKey, authority);
  }

  private static String pem(String kind, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(kind, text);
  }

  private static void keytool(Path keyStore, String alias, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-validity", "30"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", keyStore.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool refused: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", e);
    }
  }
}
