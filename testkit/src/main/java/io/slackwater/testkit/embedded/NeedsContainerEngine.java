package io.slackwater.testkit.embedded;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/**
 * Skips integration tests where they are to run against containers and no engine answers. The build
 * profile {@code containers} has JUnit find it.
 */
public final class NeedsContainerEngine implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean concerned =
        ServerChoice.isContainers()
            && context
                .getTestClass()
                .filter(test -> test.getSimpleName().endsWith("IT"))
                .isPresent();
    return !concerned || DockerClientFactory.instance().isDockerAvailable()
        ? ConditionEvaluationResult.enabled("it has the servers that it needs")
        : ConditionEvaluationResult.disabled(
            "slackwater.servers is containers, and no container engine answers: start one");
  }
}
