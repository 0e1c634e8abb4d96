package io.slackwater.lab.cluster;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.JobConfigLoader;
import io.slackwater.lab.cluster.LabProcess.Condition;
import io.slackwater.ops.flink.FlinkRest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A Flink cluster, a Kafka broker and a PostgreSQL as processes of this machine, reachable at
 * 127.0.0.1 only. They outlive the process that started them, until {@link #close}; any process can
 * {@link #attach} to them.
 *
 * <p>Flink runs from Flink's jars alone, with real high availability (a ZooKeeper): a job manager
 * that was killed and started again goes on with its jobs from their latest checkpoints.
 */
public final class LabCluster implements AutoCloseable {
  public static final String ZOOKEEPER = "zookeeper";
  public static final String BROKER = "broker";
  public static final String DATABASE = "database";

  /** Only where it was asked for. */
  public static final String TRAFFIC = "traffic";

  /** Followed by a number from 1. */
  public static final String JOB_MANAGER = "jobmanager-";

  /** Followed by a number from 1. */
  public static final String TASK_MANAGER = "taskmanager-";

  /** The server trusts local connections: no password. */
  public static final String DATABASE_USER = "postgres";

  private static final Duration PRODUCER_PATIENCE = Duration.ofMinutes(5);

  private final LabDirectory directory;
  private final Processes processes;
  private final LabPorts ports;
  private final Readiness readiness = new Readiness(this);

  private LabCluster(LabDirectory directory, LabPorts ports) {
    this.directory = directory;
    this.processes = new Processes(directory);
    this.ports = ports;
  }

  /**
   * Starts everything and returns when it serves and topics and tables are there. No job runs yet.
   *
   * @throws IllegalStateException when there is a lab in the directory already, or something does
   *     not start; then nothing is left running
   */
  public static LabCluster start(LabSettings settings) throws IOException, InterruptedException {
    LabDirectory directory = new LabDirectory(settings.directory());
    Files.createDirectories(directory.path());
    if (Files.exists(LabState.file(directory.path()))) {
      throw new IllegalStateException(
          "there is a lab in %s already: lab status shows it, lab down ends it"
              .formatted(directory.path()));
    }
    LabPorts ports = LabPorts.find(settings.jobManagers());
    new LabState(ports, settings.slots(), settings.taskManagers(), List.of())
        .save(directory.path());
    LabCluster lab = new LabCluster(directory, ports);
    try {
      new LabFiles(directory, ports).write(settings);
      new Startup(lab, directory, lab.processes).run(settings);
      return lab;
    } catch (Exception e) {
      lab.close();
      throw e;
    }
  }

  /**
   * The lab that another process has started.
   *
   * @throws IllegalStateException when there is none in the directory
   */
  public static LabCluster attach(Path directory) throws IOException {
    LabDirectory lab = new LabDirectory(directory);
    return new LabCluster(lab, LabState.load(lab.path()).ports());
  }

  /** What {@link #jobConfigFile} says, with some keys of it overridden. */
  public JobConfig jobConfig(Map<String, String> overrides) {
    return JobConfigLoader.load(directory.job(), assignments(overrides));
  }

  private static List<String> assignments(Map<String, String> overrides) {
    return overrides.entrySet().stream().map(key -> key.getKey() + "=" + key.getValue()).toList();
  }

  /** The job's configuration for this lab, ready to be submitted. */
  public Path jobConfigFile() {
    return directory.job();
  }

  /** The directory of Flink's {@code config.yaml}, for Flink's own client. */
  public Path flinkConfDirectory() {
    return directory.flinkConf();
  }

  public Path savepoints() {
    return directory.savepoints();
  }

  public Path checkpoints() {
    return directory.checkpoints();
  }

  /** All logs: of each process {@code NAME.log}, and {@code NAME.out} for what it printed. */
  public Path logs() {
    return directory.logs();
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + ports.broker();
  }

  /**
   * For records in order and each once; waits as long as five minutes for a broker that is away.
   */
  public Producer<byte[], byte[]> producer() {
    String patience = Long.toString(PRODUCER_PATIENCE.toMillis());
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "linger.ms",
            "5",
            "acks",
            "all",
            "max.block.ms",
            patience,
            "delivery.timeout.ms",
            patience),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(ports.database());
  }

  /** Of the first job manager that runs, or of the first one. */
  public URI restAddress() throws IOException {
    return processes.state().processes().stream()
        .filter(process -> process.name().startsWith(JOB_MANAGER))
        .filter(process -> process.condition() == Condition.RUNNING)
        .findFirst()
        .map(process -> restAddress(process.name()))
        .orElseGet(() -> restAddress(JOB_MANAGER + 1));
  }

  URI restAddress(String jobManager) {
    int index = Integer.parseInt(jobManager.substring(JOB_MANAGER.length())) - 1;
    return URI.create("http://127.0.0.1:" + ports.rest().get(index));
  }

  /** A new client each time. */
  public FlinkRest rest() {
    try {
      return new FlinkRest(restAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of all task managers, running or not. */
  public int slots() throws IOException {
    LabState state = processes.state();
    long taskManagers =
        state.processes().stream().filter(each -> each.name().startsWith(TASK_MANAGER)).count();
    return Math.toIntExact(taskManagers * state.slots());
  }

  LabPorts ports() {
    return ports;
  }

  LabProcess process(String name) throws IOException {
    return processes.state().process(name);
  }

  List<LabProcess> processes() throws IOException {
    return processes.state().processes();
  }

  /** Names of all processes, running or not. */
  public List<String> names() throws IOException {
    return processes().stream().map(LabProcess::name).toList();
  }

  /** Whether a process lives, paused or not. */
  public boolean isRunning(String name) throws IOException {
    return process(name).handle().isPresent();
  }

  /** Ends a process as the kernel would (SIGKILL), with all below it. */
  public void kill(String name) throws IOException {
    processes.kill(name);
  }

  /** Stops a process where it stands (SIGSTOP), with its connections open. */
  public void pause(String name) throws IOException {
    processes.pause(name);
  }

  /** Lets a paused process go on. */
  public void resume(String name) throws IOException {
    processes.resume(name);
  }

  /** Starts a process that was killed, on the data that it left, and returns when it serves. */
  public void start(String name) throws IOException, InterruptedException {
    launch(name);
    readiness.await(name);
  }

  /** As {@link #start(String)}, but does not wait. */
  public void launch(String name) throws IOException {
    processes.start(name);
  }

  /**
   * Returns when a process that was launched or resumed serves.
   *
   * @throws IllegalStateException when it ends before, or does not serve within two minutes
   */
  public void awaitServing(String name) throws IOException, InterruptedException {
    readiness.await(name);
  }

  /** Starts one more, and returns its name when it serves. */
  public String addTaskManager() throws IOException, InterruptedException {
    String name = processes.addTaskManager(new Commands(directory, ports));
    readiness.await(name);
    return name;
  }

  /**
   * Submits the job that the build has left, as a user would.
   *
   * @param installation the directory that holds {@code job/target/}
   * @param overrides of keys of {@link #jobConfigFile}
   * @param savepoint to start from, or null
   * @return its id
   */
  public String submit(
      Path installation, Map<String, String> overrides, int parallelism, String savepoint)
      throws IOException {
    return submit(installation, overrides, Map.of(), parallelism, savepoint);
  }

  /**
   * The same with settings of Flink for this job alone.
   *
   * @param flink by Flink's own keys
   */
  public String submit(
      Path installation,
      Map<String, String> overrides,
      Map<String, String> flink,
      int parallelism,
      String savepoint)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--config", directory.job().toString()));
    assignments(overrides).forEach(each -> arguments.addAll(List.of("--set", each)));
    FlinkRest rest = rest();
    String jar = JobJar.built(installation).upload(rest);
    return JobJar.run(rest, jar, arguments, flink, parallelism, savepoint);
  }

  /** Starts a process that sends events and profiles, until it is killed. */
  void startTraffic(int eventsPerSecond, int partitions) throws IOException {
    processes.start(new Commands(directory, ports).traffic(eventsPerSecond, partitions));
  }

  /** Ends all processes and deletes everything but the logs. */
  @Override
  public void close() throws IOException {
    processes.endAll();
    directory.deleteAllButLogs();
  }
}
