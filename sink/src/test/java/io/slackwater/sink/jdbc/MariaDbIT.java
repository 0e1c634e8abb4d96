package io.slackwater.sink.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

class MariaDbIT extends MariaDbCases {
  @Override
  MariaDbServer start(Path directory) throws Exception {
    assumeTrue(
        MariaDbServer.isInstalled(),
        "no /usr/sbin/mariadbd on this machine: the MariaDB dialect is not tested here");
    return MariaDbServer.start(directory);
  }
}
