package io.slackwater.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom; nothing is exempt. */
@AnalyzeClasses(
    packages = "io.slackwater",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ModulesTest {
  private static final String SINK = "io.slackwater.sink..";
  private static final String JOB = "io.slackwater.job..";
  private static final String OPS = "io.slackwater.ops..";
  private static final String LAB = "io.slackwater.lab..";
  private static final String PRODUCER = "io.slackwater.producer..";
  private static final String TESTKIT = "io.slackwater.testkit..";

  @ArchTest
  static final ArchRule sinkStandsAlone =
      noClasses()
          .that()
          .resideInAPackage(SINK)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(JOB, OPS, LAB, TESTKIT);

  @ArchTest
  static final ArchRule producerNeedsKafkaAndJacksonOnly =
      classes()
          .that()
          .resideInAPackage(PRODUCER)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              PRODUCER, "org.apache.kafka..", "com.fasterxml.jackson..", "org.slf4j..", "java..");

  @ArchTest
  static final ArchRule jobKnowsSinkOnly =
      noClasses()
          .that()
          .resideInAPackage(JOB)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(OPS, LAB, TESTKIT);

  @ArchTest
  static final ArchRule commandsDoNotNeedTheLab =
      noClasses()
          .that()
          .resideInAPackage(OPS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(LAB, TESTKIT);

  @ArchTest
  static final ArchRule judgeKnowsNothingOfWhatItJudges =
      noClasses()
          .that()
          .resideInAPackage(TESTKIT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SINK, JOB, OPS, LAB);

  @ArchTest
  static final ArchRule commandLineIsKnownToCommandsOnly =
      noClasses()
          .that()
          .resideInAnyPackage(SINK, JOB, TESTKIT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule noCyclesInTheJob =
      slices().matching("io.slackwater.job.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule noCyclesInTheSink =
      slices().matching("io.slackwater.sink.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule whatFlowsKnowsNoStage =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.slackwater.job.flow..",
              "io.slackwater.job.decode..",
              "io.slackwater.job.config..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.slackwater.job.source..",
              "io.slackwater.job.gate..",
              "io.slackwater.job.minutes..",
              "io.slackwater.job.output..");

  @ArchTest
  static final ArchRule stagesDoNotKnowWhereTheirRecordsGo =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.slackwater.job.source..",
              "io.slackwater.job.gate..",
              "io.slackwater.job.minutes..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.slackwater.job.output..");
}
