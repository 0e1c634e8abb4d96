package io.slackwater.ops.savepoint;

import io.slackwater.job.OperatorId;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.gate.EventDispatch;
import io.slackwater.job.gate.ProfileDispatch;
import io.slackwater.job.minutes.MinutesState;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.ttl.TtlStateFactory.TtlSerializer;

/** By operator and name, the states that this release registers, as Flink stores them. */
final class PresentStates {
  /** Flink's own states are bytes, with versions of their own within. */
  private static final Map<String, TypeSerializer<?>> FLINKS_OWN =
      Map.of(
          "SourceReaderState", BytePrimitiveArraySerializer.INSTANCE,
          "writer_raw_states", BytePrimitiveArraySerializer.INSTANCE,
          "streaming_committer_raw_states", BytePrimitiveArraySerializer.INSTANCE);

  private PresentStates() {}

  static Map<String, TypeSerializer<?>> of(String uid) {
    Map<String, TypeSerializer<?>> states = new HashMap<>();
    if (uid.equals(OperatorId.EVENT_GATE.uid())) {
      put(states, EventDispatch.CLOSED_BOUND);
      put(states, EventDispatch.IDLE_SUBTASKS);
    } else if (uid.equals(OperatorId.PROFILE_GATE.uid())) {
      put(states, ProfileDispatch.IDLE_SUBTASKS);
    } else if (uid.equals(OperatorId.CUSTOMER_MINUTES.uid())) {
      states.put(StateFacts.KEY, Utf8Serializer.INSTANCE);
      put(states, MinutesState.LAYOUT);
      MinutesState.keyed().forEach(descriptor -> put(states, descriptor));
    } else {
      states.putAll(FLINKS_OWN);
    }
    return states;
  }

  private static void put(Map<String, TypeSerializer<?>> states, StateDescriptor<?, ?> descriptor) {
    states.put(descriptor.getName(), stored(descriptor));
  }

  private static TypeSerializer<?> stored(StateDescriptor<?, ?> descriptor) {
    if (descriptor instanceof ListStateDescriptor<?> list) {
      return list.getElementSerializer();
    }
    if (descriptor instanceof MapStateDescriptor<?, ?> map) {
      return new MapSerializer<>(map.getKeySerializer(), map.getValueSerializer());
    }
    return descriptor.getTtlConfig().isEnabled()
        ? new TtlSerializer<>(LongSerializer.INSTANCE, descriptor.getSerializer())
        : descriptor.getSerializer();
  }
}
