package io.slackwater.ops.savepoint;

import io.slackwater.ops.savepoint.StateFacts.Compatibility;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;

/** What the state of one operator says about itself: names, kinds and serializers. */
final class StateHeaders {
  private static final ClassLoader LOADER = StateHeaders.class.getClassLoader();

  private final Map<String, TypeSerializer<?>> present;
  private final Map<String, StateFacts> keyed = new TreeMap<>();
  private final Map<String, StateFacts> operator = new TreeMap<>();

  private StateHeaders(Map<String, TypeSerializer<?>> present) {
    this.present = present;
  }

  /**
   * Reads the headers of every subtask's state.
   *
   * @param present by name, the serializers that this release registers
   * @throws IOException if one cannot be read, as where its serializer's class is gone
   */
  static List<StateFacts> of(OperatorState state, Map<String, TypeSerializer<?>> present)
      throws IOException {
    StateHeaders headers = new StateHeaders(present);
    for (OperatorSubtaskState subtask : state.getStates()) {
      for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
        headers.keyed(handle);
      }
      for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
        headers.operator(handle);
      }
    }
    List<StateFacts> facts = new ArrayList<>(headers.keyed.values());
    facts.addAll(headers.operator.values());
    return facts;
  }

  private void keyed(KeyedStateHandle handle) throws IOException {
    try (FSDataInputStream in = header(handle).openInputStream()) {
      KeyedBackendSerializationProxy<?> written = new KeyedBackendSerializationProxy<>(LOADER);
      written.read(new DataInputViewStreamWrapper(in));
      keyed.put(StateFacts.KEY, facts(StateFacts.KEY, "keyed", written.getKeySerializerSnapshot()));
      for (StateMetaInfoSnapshot info : written.getStateMetaInfoSnapshots()) {
        String type = info.getOption(CommonOptionsKeys.KEYED_STATE_TYPE);
        put(keyed, info, "keyed " + (type == null ? "timers" : type.toLowerCase(Locale.ROOT)));
      }
    }
  }

  private static StreamStateHandle header(KeyedStateHandle handle) throws IOException {
    if (handle instanceof KeyGroupsStateHandle keyGroups) {
      return keyGroups;
    }
    if (handle instanceof IncrementalRemoteKeyedStateHandle incremental) {
      return incremental.getMetaDataStateHandle();
    }
    throw new IOException(
        "keyed state in the form of %s, which only Flink itself reads"
            .formatted(handle.getClass().getSimpleName()));
  }

  private void operator(OperatorStateHandle handle) throws IOException {
    try (FSDataInputStream in = handle.openInputStream()) {
      OperatorBackendSerializationProxy written = new OperatorBackendSerializationProxy(LOADER);
      written.read(new DataInputViewStreamWrapper(in));
      for (StateMetaInfoSnapshot info : written.getOperatorStateMetaInfoSnapshots()) {
        boolean union =
            "UNION".equals(info.getOption(CommonOptionsKeys.OPERATOR_STATE_DISTRIBUTION_MODE));
        put(operator, info, union ? "operator list (union)" : "operator list");
      }
      for (StateMetaInfoSnapshot info : written.getBroadcastStateMetaInfoSnapshots()) {
        put(operator, info, "broadcast map");
      }
    }
  }

  private void put(Map<String, StateFacts> states, StateMetaInfoSnapshot info, String kind) {
    TypeSerializerSnapshot<?> written =
        info.getTypeSerializerSnapshot(CommonSerializerKeys.VALUE_SERIALIZER);
    states.put(info.getName(), facts(info.getName(), kind, written));
  }

  private StateFacts facts(String name, String kind, TypeSerializerSnapshot<?> written) {
    return new StateFacts(
        name, kind, written.getClass().getName(), compatibility(present.get(name), written));
  }

  private static Compatibility compatibility(
      TypeSerializer<?> now, TypeSerializerSnapshot<?> written) {
    if (now == null) {
      return Compatibility.NOT_IN_THIS_RELEASE;
    }
    TypeSerializerSchemaCompatibility<?> answer = resolve(now.snapshotConfiguration(), written);
    if (answer.isIncompatible()) {
      return Compatibility.INCOMPATIBLE;
    }
    return answer.isCompatibleAfterMigration()
        ? Compatibility.AFTER_MIGRATION
        : Compatibility.AS_IS;
  }

  @SuppressWarnings("unchecked") // Flink resolves unequal types to incompatible.
  private static <T> TypeSerializerSchemaCompatibility<T> resolve(
      TypeSerializerSnapshot<T> now, TypeSerializerSnapshot<?> written) {
    return now.resolveSchemaCompatibility((TypeSerializerSnapshot<T>) written);
  }
}
