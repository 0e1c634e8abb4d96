package io.slackwater.sink.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

class MySqlIT extends MariaDbCases {
  @Override
  MariaDbServer start(Path directory) throws Exception {
    assumeTrue(
        MariaDbServer.isMySqlInstalled(),
        "no MySQL at /usr/sbin/mysqld or -Dslackwater.mysqld on this machine: MySQL is not tested here");
    return MariaDbServer.startMySql(directory);
  }
}
