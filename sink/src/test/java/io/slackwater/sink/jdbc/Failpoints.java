package io.slackwater.sink.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Real connections, cut at the n-th step towards the database: before a statement, before a commit,
 * or after the server has committed and before its answer is seen. From then on nothing passes
 * until {@link #revive}. Steps count over all connections of the JVM.
 */
final class Failpoints {
  private static final Set<String> STEPS = Set.of("executeUpdate", "executeQuery");
  private static final List<Connection> OPEN = new ArrayList<>();
  private static int steps;
  private static int cutAt;
  private static boolean dead;

  private Failpoints() {}

  /** Cuts at this step, counted from now; a negative number never. */
  static synchronized void arm(int step) {
    steps = 0;
    cutAt = step;
    dead = false;
  }

  static synchronized void revive() {
    dead = false;
  }

  static synchronized int steps() {
    return steps;
  }

  /** The process dies here, between two steps. */
  static synchronized void kill() {
    dead = true;
    for (Connection connection : OPEN) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    OPEN.clear();
  }

  static synchronized Connection connect() throws SQLException {
    step("connect");
    Connection real = TestDatabase.address().connect();
    OPEN.add(real);
    return proxy(Connection.class, (method, args) -> onConnection(real, method, args));
  }

  private static synchronized void step(String what) {
    if (dead) {
      throw new Severed("already dead at " + what);
    }
    if (steps++ == cutAt) {
      kill();
      throw new Severed(what);
    }
  }

  private static Object onConnection(Connection real, Method method, Object[] args)
      throws Throwable {
    switch (method.getName()) {
      case "close", "rollback" -> {
        if (dead()) {
          throw new Severed(method.getName());
        }
        return invoke(real, method, args);
      }
      case "commit" -> {
        step("before commit");
        invoke(real, method, args);
        step("after commit");
        return null;
      }
      case "prepareStatement" -> {
        PreparedStatement statement = (PreparedStatement) invoke(real, method, args);
        return proxy(PreparedStatement.class, (m, a) -> counted(statement, m, a));
      }
      default -> {
        return counted(real, method, args);
      }
    }
  }

  private static synchronized boolean dead() {
    return dead;
  }

  private static Object counted(Object real, Method method, Object[] args) throws Throwable {
    if (STEPS.contains(method.getName())) {
      step(method.getName());
    }
    return invoke(real, method, args);
  }

  private static Object invoke(Object real, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private interface Call {
    Object on(Method method, Object[] args) throws Throwable;
  }

  private static <P> P proxy(Class<P> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> call.on(m, a)));
  }
}
