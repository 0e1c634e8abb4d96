package io.slackwater.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.producer.Pace.Reason;
import io.slackwater.testkit.embedded.EmbeddedKafka;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** A real broker, a real consumer that falls behind, and the signals of a monitor. */
class PacedProducerIT {
  private static final double FLOOR = 20;

  @Test
  void producerSlowsDownWithItsConsumerAndRecoversWithIt() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopic("events", 1, Map.of());
      Map<String, Object> broker = Map.of("bootstrap.servers", kafka.bootstrapServers());
      try (ControlTopic control = ControlTopic.follow(broker, "control");
          PacedProducer<byte[], byte[]> producer = producer(broker, control);
          SlowConsumer consumer = new SlowConsumer(kafka.bootstrapServers())) {
        Thread sender = new Thread(() -> sendUntil(over, producer));
        sender.start();
        // No control topic yet: nobody is held up by that.
        await("it sends").until(() -> producer.stats().sent() > 500);
        assertThat(producer.stats().reason()).isEqualTo(Reason.NO_SIGNAL);
        kafka.createTopic("control", 1, Map.of("cleanup.policy", "compact"));
        try (LagSignals monitor = new LagSignals(kafka.bootstrapServers())) {
          await("the consumer keeps up, so it is free")
              .until(() -> producer.stats().reason() == Reason.KEEPING_UP && isFree(producer));

          consumer.perSecond(0);
          await("a consumer that stands still brings it down to the floor")
              .until(() -> producer.stats().permittedRate() == FLOOR);
          consumer.perSecond(300);
          await("a slow consumer catches up at the pace that is left")
              .until(() -> producer.stats().reason() == Reason.CATCHING_UP);
          consumer.perSecond(Integer.MAX_VALUE);
          await("released, it is free again")
              .until(() -> producer.stats().reason() == Reason.KEEPING_UP && isFree(producer));
          assertThat(producer.stats().shed() + producer.stats().refused()).isZero();
        }
        await("without a monitor it goes on").until(() -> isStale(producer) && isFree(producer));
        assertThat(control.malformed()).isEqualTo(1);
        over.set(true);
        sender.join();
        producer.flush();
        await("all that was sent is read").until(() -> consumer.read() == producer.stats().sent());
      }
    } finally {
      over.set(true);
    }
  }

  private static ConditionFactory await(String what) {
    return Awaitility.await(what).atMost(Duration.ofSeconds(60));
  }

  private static boolean isFree(PacedProducer<?, ?> producer) {
    return producer.stats().permittedRate() == Double.POSITIVE_INFINITY;
  }

  private static boolean isStale(PacedProducer<?, ?> producer) {
    return producer.stats().reason() == Reason.STALE;
  }

  private static PacedProducer<byte[], byte[]> producer(
      Map<String, Object> broker, ControlTopic control) {
    PaceSettings settings =
        new PaceSettings(
            Set.of("readers"),
            Duration.ofSeconds(1),
            Duration.ZERO,
            0.5,
            Duration.ofSeconds(2),
            FLOOR,
            Duration.ofMillis(500),
            PaceSettings.WhenStale.RELEASE);
    return new PacedProducer<>(
        "it",
        new KafkaProducer<>(broker, new ByteArraySerializer(), new ByteArraySerializer()),
        control,
        settings,
        new Overflow(Overflow.Mode.BLOCK, 100, Duration.ofMinutes(5)),
        InstantSource.system());
  }

  private static void sendUntil(AtomicBoolean over, PacedProducer<byte[], byte[]> producer) {
    for (long i = 0; !over.get(); i++) {
      byte[] value = Long.toString(i).getBytes(UTF_8);
      var unused = producer.send(new ProducerRecord<>("events", value));
      if (i % 10 == 9) {
        pause(5);
      }
    }
  }

  static void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
