package org.quorate.lab.host;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** The command that starts one; short, so that its process can be found by its arguments. */
  static List<String> command(String name) throws IOException {
    Path options = Files.createTempFile("load-host", ".txt");
    options.toFile().deleteOnExit();
    Files.writeString(
        options,
        "-Xmx64m -cp \""
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + "\" "
            + MemoryLoadHost.class.getName());
    return List.of(ProcessHandle.current().info().command().orElse("java"), "@" + options, name);
  }

  /** The process that was started for a name, by this one. */
  static ProcessHandle process(String name) {
    return ProcessHandle.current()
        .children()
        .filter(child -> List.of(child.info().arguments().orElse(new String[0])).contains(name))
        .findFirst()
        .orElseThrow();
  }

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
