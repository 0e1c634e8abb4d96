package io.slackwater.lab.secured;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** What docs/security.md tells people to grant, so that the page itself is what is tested. */
final class DocumentedRights {
  private static final Path PAGE = Path.of("..", "docs", "security.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|sql)\\n(.*?)^```$");

  private DocumentedRights() {}

  /** The {@code acl} lines. */
  static List<AclBinding> acls() throws IOException {
    return block("sh")
        .filter(line -> line.startsWith("acl --"))
        .flatMap(line -> acl(line))
        .toList();
  }

  /** The {@code GRANT} lines. */
  static List<String> grants() throws IOException {
    return block("sql").filter(line -> line.startsWith("GRANT")).toList();
  }

  private static Stream<String> block(String language) throws IOException {
    Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
    return blocks
        .results()
        .filter(b -> b.group(1).equals(language))
        .flatMap(b -> b.group(2).lines());
  }

  private static Stream<AclBinding> acl(String line) {
    String principal = "";
    List<AclOperation> operations = new ArrayList<>();
    ResourceType type = ResourceType.UNKNOWN;
    String name = "";
    PatternType pattern = PatternType.LITERAL;
    String[] words = line.split(" ", -1);
    for (int i = 1; i < words.length; i++) {
      switch (words[i]) {
        case "--allow-principal" -> principal = words[++i];
        case "--operation" -> operations.add(operation(words[++i]));
        case "--resource-pattern-type" ->
            pattern = PatternType.fromString(words[++i].toUpperCase(Locale.ROOT));
        case "--cluster" -> {
          type = ResourceType.CLUSTER;
          name = "kafka-cluster";
        }
        case "--topic", "--group", "--transactional-id" -> {
          type = ResourceType.fromString(words[i].substring(2).replace('-', '_'));
          name = words[++i];
        }
        default -> throw new IllegalArgumentException(words[i] + " in: " + line);
      }
    }
    ResourcePattern resource = new ResourcePattern(type, name, pattern);
    String user = principal;
    return operations.stream()
        .map(
            operation ->
                new AclBinding(
                    resource,
                    new AccessControlEntry(user, "*", operation, AclPermissionType.ALLOW)));
  }

  private static AclOperation operation(String word) {
    return AclOperation.fromString(
        word.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT));
  }
}
