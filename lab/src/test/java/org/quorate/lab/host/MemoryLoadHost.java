package org.quorate.lab.host;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.workload.Workload;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/** A load host whose table is its own memory. */
final class MemoryLoadHost {
  private MemoryLoadHost() {}

  public static void main(String[] arguments) throws Exception {
    Memory memory = new Memory();
    try (FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      LoadHost.serve(in, out, memory);
    }
  }

  private static final class Memory implements HostStores, Store {
    private final Map<Long, Long> versions = new ConcurrentHashMap<>();

    @Override
    public LaneStores open(
        List<String> contactPoints,
        @Nullable String localDataCenter,
        HostTable table,
        Workload workload,
        int lanes) {
      return LaneStores.given(Collections.nCopies(lanes, this));
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      completion.completed(Outcome.OK, versions.getOrDefault(key, Completion.NO_VERSION), null);
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      versions.merge(key, version, Math::max);
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    }

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {
      completion.completed(Outcome.OK, Completion.NO_VERSION, null);
    }

    @Override
    public void close() {}
  }
}
