package io.slackwater.lab.cluster;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.ResultTable;
import io.slackwater.sink.jdbc.Ddl;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Starts the processes of a lab, all at once, and makes topics and tables when they serve. */
final class Startup {
  private final LabCluster lab;
  private final LabDirectory directory;
  private final Processes processes;

  Startup(LabCluster lab, LabDirectory directory, Processes processes) {
    this.lab = lab;
    this.directory = directory;
    this.processes = processes;
  }

  void run(LabSettings settings) throws IOException, InterruptedException {
    Commands commands = new Commands(directory, lab.ports());
    processes.start(commands.zookeeper());
    processes.start(commands.broker());
    for (int i = 0; i < settings.jobManagers(); i++) {
      processes.start(commands.jobManager(i));
    }
    for (int i = 1; i <= settings.taskManagers(); i++) {
      processes.start(commands.taskManager(LabCluster.TASK_MANAGER + i));
    }
    processes.start(
        DatabaseFiles.create(directory.data(LabCluster.DATABASE), lab.ports().database()));
    for (String name : lab.names()) {
      lab.awaitServing(name);
    }
    createTopicsAndTables(settings.eventPartitions());
  }

  private void createTopicsAndTables(int eventPartitions) throws InterruptedException {
    JobConfig job = lab.jobConfig(Map.of());
    try {
      LabTopics.create(job, eventPartitions);
      Ddl.createIfMissing(ResultTable.sink(job));
    } catch (ExecutionException | SQLException e) {
      throw new IllegalStateException("topics and tables: " + e.getMessage(), e);
    }
  }
}
