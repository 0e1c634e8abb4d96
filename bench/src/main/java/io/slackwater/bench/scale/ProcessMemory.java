package io.slackwater.bench.scale;

import io.slackwater.bench.watch.MeasuredProcess;
import java.util.Locale;
import java.util.Map;

/**
 * What a TaskManager's process took of the memory that it was given.
 *
 * @param peakResidentBytes the most that was ever resident
 * @param processBytes what its settings allow it
 * @param jemalloc whether native memory came from jemalloc, as it does in Flink's images. RocksDB
 *     gives and takes blocks of many sizes from several threads; what it has given back, the C
 *     library of Linux often keeps.
 */
public record ProcessMemory(long peakResidentBytes, long processBytes, boolean jemalloc) {
  /** Loads it if it is there; otherwise the loader says so and goes on without. */
  static final Map<String, String> PRELOADED = Map.of("LD_PRELOAD", "libjemalloc.so.2");

  static ProcessMemory of(MeasuredProcess process, long processBytes) {
    return new ProcessMemory(
        process.peakResidentBytes(), processBytes, process.hasLoaded("libjemalloc"));
  }

  static String head() {
    return "peak MB of allowed MB";
  }

  /** For a table. */
  String inMegabytes() {
    return String.format(
        Locale.ROOT,
        "%,.0f of %,.0f%s",
        peakResidentBytes / 1e6,
        processBytes / 1e6,
        jemalloc ? "" : ", without jemalloc");
  }
}
