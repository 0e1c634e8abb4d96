package io.slackwater.lab.generate;

import io.slackwater.job.Reason;
import io.slackwater.job.config.JobConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import javax.annotation.Nullable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics that traffic goes to, and those that a job needs for it. */
final class GeneratedTopics implements AutoCloseable {
  private static final Map<String, String> COMPACTED = Map.of("cleanup.policy", "compact");

  private final JobConfig config;
  private final Admin admin;

  GeneratedTopics(JobConfig config) {
    this.config = config;
    Properties properties = config.kafka().client();
    properties.putIfAbsent("default.api.timeout.ms", "20000");
    properties.putIfAbsent("request.timeout.ms", "10000");
    this.admin = Admin.create(properties);
  }

  /**
   * Creates those that are missing, replicated as the brokers' default says.
   *
   * @param control the control topic, or null
   */
  void create(int partitions, @Nullable String control) {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(topic(config.events().topic(), partitions));
    topics.add(topic(config.customers().topic(), partitions).configs(COMPACTED));
    topics.add(topic(config.late().topic(), partitions));
    topics.add(topic(config.deadLetters().topic(), partitions));
    if (config.results().kafka() != null) {
      topics.add(topic(config.results().kafka().topic(), partitions));
    }
    if (control != null) {
      topics.add(topic(control, 1).configs(COMPACTED));
    }
    for (NewTopic topic : topics) {
      try {
        admin.createTopics(List.of(topic)).all().get();
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw refused("cannot create topic " + topic.name(), e);
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
  }

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, Optional.of(partitions), Optional.empty());
  }

  /**
   * How many partitions a topic has.
   *
   * @throws IllegalStateException in one line, when it does not exist or cannot be asked for
   */
  int partitions(String topic) {
    try {
      return admin
          .describeTopics(List.of(topic))
          .topicNameValues()
          .get(topic)
          .get()
          .partitions()
          .size();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new IllegalStateException(
            "topic %s does not exist at %s: create it, or give --create-topics"
                .formatted(topic, config.kafka().bootstrapServers()),
            e);
      }
      throw refused("cannot ask for topic " + topic, e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private IllegalStateException refused(String what, ExecutionException e) {
    return new IllegalStateException(
        "%s at %s: %s; check kafka.bootstrap-servers, kafka.properties and the ACLs"
            .formatted(what, config.kafka().bootstrapServers(), Reason.of(e)),
        e);
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while asking Kafka", e);
  }

  @Override
  public void close() {
    admin.close();
  }
}
