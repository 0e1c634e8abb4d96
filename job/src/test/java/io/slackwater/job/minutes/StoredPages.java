package io.slackwater.job.minutes;

import io.slackwater.job.config.JobConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.streaming.api.operators.KeyContext;

/** The keyed state of open windows, as a map by key, with notes of what is done with it. */
final class StoredPages implements MapState<PageId, byte[]>, KeyContext {
  private final Aggregates aggregates;
  private final KeyGroupRange keyGroups;
  private final Map<Object, Map<PageId, byte[]>> byKey = new HashMap<>();
  private final List<PageId> puts = new ArrayList<>();
  private Object key;

  StoredPages(JobConfig config, int keyGroups) {
    this.aggregates = new Aggregates(config.window());
    this.keyGroups = new KeyGroupRange(0, keyGroups - 1);
  }

  /** Open windows on top of this, that know nothing yet. */
  OpenWindows openWindows(long mostBytes) {
    KeyGroupAnchors anchors = new KeyGroupAnchors(keyGroups, keyGroups.getNumberOfKeyGroups());
    return new OpenWindows(
        aggregates, new IdHash(5), keyGroups, new WindowPages(this, anchors, this), mostBytes);
  }

  Aggregates aggregates() {
    return aggregates;
  }

  KeyGroupRange keyGroups() {
    return keyGroups;
  }

  /** Pages written since the last call. */
  List<PageId> puts() {
    List<PageId> taken = List.copyOf(puts);
    puts.clear();
    return taken;
  }

  /** Number of pages of all keys. */
  int size() {
    return byKey.values().stream().mapToInt(Map::size).sum();
  }

  private Map<PageId, byte[]> pages() {
    return byKey.computeIfAbsent(Objects.requireNonNull(key), k -> new HashMap<>());
  }

  @Override
  public void setCurrentKey(Object key) {
    this.key = key;
  }

  @Override
  public Object getCurrentKey() {
    return key;
  }

  @Override
  public byte[] get(PageId page) {
    return pages().get(page);
  }

  @Override
  public void put(PageId page, byte[] bytes) {
    puts.add(page);
    pages().put(page, bytes);
  }

  @Override
  public void putAll(Map<PageId, byte[]> map) {
    map.forEach(this::put);
  }

  @Override
  public void remove(PageId page) {
    pages().remove(page);
  }

  @Override
  public boolean contains(PageId page) {
    return pages().containsKey(page);
  }

  @Override
  public Iterable<Map.Entry<PageId, byte[]>> entries() {
    return pages().entrySet();
  }

  @Override
  public Iterable<PageId> keys() {
    return pages().keySet();
  }

  @Override
  public Iterable<byte[]> values() {
    return pages().values();
  }

  @Override
  public Iterator<Map.Entry<PageId, byte[]>> iterator() {
    return pages().entrySet().iterator();
  }

  @Override
  public boolean isEmpty() {
    return pages().isEmpty();
  }

  @Override
  public void clear() {
    pages().clear();
  }
}
