package io.slackwater.sink.jdbc;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * The JVM's list of drivers, into which each driver puts itself when its class is loaded. A driver
 * out of a job's jar would stay there when the job has ended, and keep all classes of the job: some
 * 20 MB of a task manager's metaspace at every restart.
 */
final class ListedDrivers {
  private ListedDrivers() {}

  /** Takes a driver off the list, unless it is everybody's. */
  static void remove(Class<? extends Driver> type) throws SQLException {
    ClassLoader everybodys = ClassLoader.getSystemClassLoader();
    if (type.getClassLoader() == everybodys) {
      return;
    }
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    // Whoever asks for the list first also fills it, with all drivers that the context has.
    thread.setContextClassLoader(everybodys);
    try {
      List<Driver> own = DriverManager.drivers().filter(type::isInstance).toList();
      for (Driver driver : own) {
        DriverManager.deregisterDriver(driver);
      }
    } finally {
      thread.setContextClassLoader(context);
    }
  }
}
