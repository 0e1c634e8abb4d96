package io.slackwater.job.simulation;

import io.slackwater.job.Utf8;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.decode.Decoded;
import io.slackwater.job.flow.CustomerInput;
import io.slackwater.job.flow.CustomerProfile;
import io.slackwater.job.flow.EventSerializer;
import io.slackwater.job.gate.EventDispatch;
import io.slackwater.job.gate.EventGate;
import io.slackwater.job.gate.PartitionWatermarks;
import io.slackwater.job.gate.ProfileDispatch;
import io.slackwater.job.gate.ProfileGate;
import io.slackwater.job.minutes.LocalCombiner;
import io.slackwater.job.source.Ingested;
import io.slackwater.job.source.IngestedSerializer;
import io.slackwater.job.source.Judge;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/**
 * One of the two inputs: the parts of the job that lie between its log and the keyed operator.
 *
 * @param <T> what the source accepts
 * @param <OUT> what crosses the network
 */
record Topic<T, OUT>(
    Judge.Factory<T> judges,
    WatermarkStrategy<Ingested<T>> watermarks,
    @Nullable Duration idleness,
    Supplier<OneInputStreamOperator<Ingested<T>, OUT>> dispatch,
    TypeInformation<Ingested<T>> ingested,
    TypeSerializer<OUT> wire,
    Function<OUT, Utf8> key) {

  /** So that all that can happen within limits does, with the few records of a test. */
  private static final LocalCombiner.Limits NARROW = new LocalCombiner.Limits(4_000, 30, 20);

  static Topic<Decoded.Event, CustomerInput> events(JobConfig config) {
    return new Topic<>(
        EventGate.under(config),
        PartitionWatermarks.strategy(config.watermarks(), false),
        config.watermarks().idleness(),
        () -> new EventDispatch(config, LocalCombiner.under(config, NARROW)),
        IngestedSerializer.typeOf(EventSerializer.INSTANCE),
        CustomerInput.CustomerInputSerializer.INSTANCE,
        CustomerInput::customer);
  }

  static Topic<CustomerProfile, CustomerProfile> customers(JobConfig config) {
    return new Topic<>(
        ProfileGate.under(config),
        PartitionWatermarks.strategy(
            config.watermarks(), config.customers().bootstrap() == JobConfig.Bootstrap.WAIT),
        config.watermarks().idleness(),
        () -> new ProfileDispatch(config.deadLetters().maxShare()),
        IngestedSerializer.typeOf(CustomerProfile.CustomerProfileSerializer.INSTANCE),
        CustomerProfile.CustomerProfileSerializer.INSTANCE,
        CustomerProfile::customer);
  }
}
