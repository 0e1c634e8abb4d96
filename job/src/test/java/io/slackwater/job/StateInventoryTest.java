package io.slackwater.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerMinute;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.EventSerializer;
import io.slackwater.job.flow.SetAside;
import io.slackwater.job.flow.Utf8Serializer;
import io.slackwater.job.gate.EventDispatch;
import io.slackwater.job.gate.ProfileDispatch;
import io.slackwater.job.minutes.CustomerMinutes;
import io.slackwater.job.minutes.LocalCombiner;
import io.slackwater.job.simulation.Setting;
import io.slackwater.job.source.Ingested;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/**
 * Everything that a savepoint of this version depends on: the operators' uids, and by each operator
 * the states with the serializers that wrote them, as the checkpoint itself tells. Whoever changes
 * one decides that older savepoints lose state, or writes a migration.
 */
@SuppressWarnings("try") // Closing one of Flink's harnesses may throw anything.
class StateInventoryTest {
  private static final ClassLoader LOADER = StateInventoryTest.class.getClassLoader();
  private static final JobConfig CONFIG = Setting.MINUTES.job("customers.ttl-refresh=on-activity");

  @Test
  void savepointsOfThisVersionAreReadable() throws Exception {
    List<String> inventory = new ArrayList<>();
    for (OperatorId id : OperatorId.values()) {
      inventory.add("uid " + id.uid());
    }
    eventGate(inventory);
    profileGate(inventory);
    customerMinutes(inventory);
    inFlight(inventory);
    assertThat(inventory).containsExactlyElementsOf(recorded());
  }

  private static List<String> recorded() throws IOException {
    try (InputStream in = StateInventoryTest.class.getResourceAsStream("/state-inventory.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  private static void eventGate(List<String> inventory) throws Exception {
    try (OneInputStreamOperatorTestHarness<Ingested<Decoded.Event>, CustomerInput> gate =
        new OneInputStreamOperatorTestHarness<>(
            new EventDispatch(CONFIG, LocalCombiner.under(CONFIG)))) {
      gate.open();
      list("event-gate", snapshot(gate), inventory);
    }
  }

  private static void profileGate(List<String> inventory) throws Exception {
    try (OneInputStreamOperatorTestHarness<Ingested<CustomerProfile>, CustomerProfile> gate =
        new OneInputStreamOperatorTestHarness<>(new ProfileDispatch(0.5))) {
      gate.open();
      list("profile-gate", snapshot(gate), inventory);
    }
  }

  private static void customerMinutes(List<String> inventory) throws Exception {
    try (KeyedTwoInputStreamOperatorTestHarness<
            Utf8, CustomerInput, CustomerProfile, CustomerMinute>
        minutes =
            new KeyedTwoInputStreamOperatorTestHarness<>(
                new CustomerMinutes(CONFIG),
                CustomerInput::customer,
                CustomerProfile::customer,
                Utf8Serializer.KEY_TYPE)) {
      minutes.open();
      list("customer-minutes", snapshot(minutes), inventory);
    }
  }

  private static OperatorSubtaskState snapshot(AbstractStreamOperatorTestHarness<?> operator)
      throws Exception {
    return operator.snapshot(1, 1);
  }

  private static void list(String uid, OperatorSubtaskState state, List<String> inventory)
      throws IOException {
    for (OperatorStateHandle handle : state.getManagedOperatorState()) {
      try (FSDataInputStream in = handle.openInputStream()) {
        OperatorBackendSerializationProxy written = new OperatorBackendSerializationProxy(LOADER);
        written.read(new DataInputViewStreamWrapper(in));
        for (StateMetaInfoSnapshot info : written.getOperatorStateMetaInfoSnapshots()) {
          list(uid + " operator state", info, inventory);
        }
      }
    }
    for (KeyedStateHandle handle : state.getManagedKeyedState()) {
      try (FSDataInputStream in = ((KeyGroupsStateHandle) handle).openInputStream()) {
        KeyedBackendSerializationProxy<?> written = new KeyedBackendSerializationProxy<>(LOADER);
        written.read(new DataInputViewStreamWrapper(in));
        inventory.add(uid + " key: " + text(written.getKeySerializerSnapshot()));
        Map<String, StateMetaInfoSnapshot> byName = new TreeMap<>();
        written.getStateMetaInfoSnapshots().forEach(info -> byName.put(info.getName(), info));
        for (StateMetaInfoSnapshot info : byName.values()) {
          list(uid + " keyed state", info, inventory);
        }
      }
    }
  }

  private static void list(String what, StateMetaInfoSnapshot info, List<String> inventory)
      throws IOException {
    String name = what + " " + info.getName() + " " + new TreeMap<>(info.getOptionsImmutable());
    for (Map.Entry<String, TypeSerializerSnapshot<?>> part :
        new TreeMap<>(info.getSerializerSnapshotsImmutable()).entrySet()) {
      inventory.add(name + " " + part.getKey() + ": " + text(part.getValue()));
    }
  }

  /** What is on the network is in unaligned checkpoints, too. */
  private static void inFlight(List<String> inventory) throws IOException {
    for (TypeSerializer<?> serializer :
        List.of(
            EventSerializer.INSTANCE,
            CustomerInput.CustomerInputSerializer.INSTANCE,
            CustomerProfile.CustomerProfileSerializer.INSTANCE,
            CustomerMinute.CustomerMinuteSerializer.INSTANCE,
            SetAside.SetAsideSerializer.INSTANCE)) {
      inventory.add("in flight: " + text(serializer.snapshotConfiguration()));
    }
  }

  /** The written form: class names and versions of the serializer and of those within it. */
  private static String text(TypeSerializerSnapshot<?> snapshot) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, snapshot);
    StringBuilder text = new StringBuilder();
    for (byte next : out.getCopyOfBuffer()) {
      boolean printable = next > ' ' && next < 0x7f;
      text.append(printable ? String.valueOf((char) next) : "\\%02x".formatted(next & 0xff));
    }
    return text.toString();
  }
}
