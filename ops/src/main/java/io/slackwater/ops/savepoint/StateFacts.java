package io.slackwater.ops.savepoint;

/**
 * One named state of an operator.
 *
 * @param name as in the operator's descriptor; {@value #KEY} for the keys themselves
 * @param kind such as {@code keyed value}, {@code keyed map}, {@code operator list (union)}
 * @param serializer class of the serializer snapshot that the savepoint holds
 * @param compatibility with the serializer that this release registers
 */
public record StateFacts(String name, String kind, String serializer, Compatibility compatibility) {
  /** Stands for the serializer of the keys. */
  public static final String KEY = "(key)";

  /** Whether this release can go on from the state. */
  public enum Compatibility {
    /** Read and written as it is. */
    AS_IS,
    /** Flink rewrites it on restore or access. */
    AFTER_MIGRATION,
    /** A restore fails. */
    INCOMPATIBLE,
    /** This release has no such state: it would be carried along or lost. */
    NOT_IN_THIS_RELEASE
  }

  /** Whether a restore by this release uses the state. */
  public boolean isReadable() {
    return compatibility == Compatibility.AS_IS || compatibility == Compatibility.AFTER_MIGRATION;
  }
}
