package io.slackwater.ops;

import io.slackwater.job.config.JobConfig;
import io.slackwater.job.output.ResultTable;
import io.slackwater.sink.jdbc.Ddl;
import io.slackwater.sink.jdbc.JdbcSinkConfig;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The tables that the database sink needs. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the DDL of the results table and of the sink's own tables beside it.",
      "Nothing is changed in the database unless --create is given."
    })
public final class SchemaCommand implements Callable<Integer> {
  @Mixin private ConfigOptions config;

  @Option(
      names = "--create",
      description = "Creates the tables that are missing; those that are there stay as they are.")
  private boolean create;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    JobConfig job = config.load();
    if (job.results().jdbc() == null) {
      throw new ParameterException(
          spec.commandLine(), "results.jdbc is not configured: set results.jdbc.url and .table");
    }
    JdbcSinkConfig sink = ResultTable.sink(job);
    PrintWriter out = spec.commandLine().getOut();
    out.print(Ddl.script(sink.database(), sink.table(), sink.mode()));
    if (create) {
      Ddl.createIfMissing(sink);
      out.println("-- created where missing");
    }
    out.flush();
    return 0;
  }
}
