package io.slackwater.producer;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TransactionAbortedException;

/**
 * The records that wait, and the thread that hands them to Kafka one after the other, as the pace
 * allows. How many may wait is not its business: it tells when one has left.
 */
final class PacedQueue<K, V> {
  private final Producer<K, V> kafka;
  private final InstantSource clock;
  private final Runnable left;
  private final Pacer pacer;
  private final LinkedBlockingQueue<Waiting<K, V>> waiting = new LinkedBlockingQueue<>();
  private final AtomicInteger aborted = new AtomicInteger();
  private final Thread thread;
  private boolean closed;
  private volatile boolean unpaced;
  private volatile boolean givenUp;
  private final AtomicLong sent = new AtomicLong();

  PacedQueue(
      String name,
      Producer<K, V> kafka,
      SignalSource signals,
      PaceSettings settings,
      InstantSource clock,
      Runnable left) {
    this.kafka = kafka;
    this.clock = clock;
    this.left = left;
    this.pacer = new Pacer(settings, signals, System.nanoTime(), clock.millis());
    this.thread = new Thread(this::run, "paced-producer-" + name);
    this.thread.setDaemon(true);
    this.thread.start();
  }

  Pace pace() {
    return pacer.pace();
  }

  double observedRate() {
    return pacer.observedRate();
  }

  /** Records handed to Kafka. */
  long sent() {
    return sent.get();
  }

  Waiting.Unsent<K, V> unsent(ProducerRecord<K, V> record, Callback callback) {
    return new Waiting.Unsent<>(record, callback, new CompletableFuture<>(), aborted.get());
  }

  /**
   * @throws IllegalStateException when closed
   */
  synchronized void add(Waiting<K, V> next) {
    if (closed) {
      if (next instanceof Waiting.Unsent) {
        left.run();
      }
      throw new IllegalStateException("the producer is closed");
    }
    waiting.add(next);
  }

  /** Returns when all that waits now has been handed over. */
  void awaitHandedOver() {
    if (Thread.currentThread() == thread) {
      throw new KafkaException("a callback cannot wait for the records behind its own");
    }
    CountDownLatch passed = new CountDownLatch(1);
    add(new Waiting.Mark<>(passed, false));
    try {
      passed.await();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Fails all that waits now, and returns when that is done. */
  void dropWaiting() {
    aborted.incrementAndGet();
    LockSupport.unpark(thread);
    awaitHandedOver();
  }

  /** Hands over what waits without regard to the pace; gives up what is left after the timeout. */
  void close(Duration timeout) {
    synchronized (this) {
      if (!closed) {
        add(new Waiting.Mark<>(new CountDownLatch(1), true));
        closed = true;
      }
    }
    unpaced = true;
    LockSupport.unpark(thread);
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join(Math.max(1, timeout.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    givenUp = true;
  }

  private void run() {
    while (true) {
      pacer.look(System.nanoTime(), clock.millis());
      Waiting<K, V> next = poll();
      if (next instanceof Waiting.Mark<K, V> mark) {
        mark.passed().countDown();
        if (mark.last()) {
          return;
        }
      } else if (next instanceof Waiting.Unsent<K, V> unsent) {
        try {
          handOver(unsent);
        } finally {
          left.run();
        }
      }
    }
  }

  private Waiting<K, V> poll() {
    try {
      return waiting.poll(Pacer.LOOK_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      // Nobody has a reason to: closing has its own way.
      return null;
    }
  }

  private void handOver(Waiting.Unsent<K, V> unsent) {
    while (!unpaced && isWanted(unsent)) {
      long wait = pacer.pass(System.nanoTime());
      if (wait == 0) {
        break;
      }
      LockSupport.parkNanos(this, Math.min(wait, Pacer.LOOK_NANOS));
      pacer.look(System.nanoTime(), clock.millis());
    }
    if (givenUp) {
      unsent.failed(new KafkaException("the producer was closed before the record had its turn"));
    } else if (!isWanted(unsent)) {
      unsent.failed(new TransactionAbortedException("dropped with its transaction"));
    } else {
      send(unsent);
    }
  }

  private boolean isWanted(Waiting.Unsent<K, V> unsent) {
    return unsent.transaction() == aborted.get();
  }

  private void send(Waiting.Unsent<K, V> unsent) {
    sent.incrementAndGet();
    try {
      var unused = kafka.send(unsent.record(), unsent::completed);
    } catch (RuntimeException e) {
      unsent.failed(e);
    }
  }
}
