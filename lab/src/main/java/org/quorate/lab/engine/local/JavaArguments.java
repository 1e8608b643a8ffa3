package org.quorate.lab.engine.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.MemorySize;

/**
 * The arguments of the Java virtual machine that runs one process of a cluster, as an argument
 * file. What is the same for all servers is there from the beginning: a collector that needs little
 * memory, a heap that begins small, and what the machine says when it breaks down. Not thread-safe.
 */
public final class JavaArguments {
  private static final long SMALLEST_HEAP_MEBIBYTES = 64;

  private final List<String> arguments = new ArrayList<>();

  /**
   * Begins the arguments of a process.
   *
   * @param process the name of the node or service
   * @param heap its largest heap
   */
  public JavaArguments(ClusterRecord cluster, String process, MemorySize heap) {
    add("-XX:+UseSerialGC");
    if (cluster.spec().quickCompiler()) {
      add("-XX:TieredStopAtLevel=1");
    }
    add("-Xms" + Math.min(SMALLEST_HEAP_MEBIBYTES, heap.mebibytes()) + "m");
    add("-Xmx" + heap.mebibytes() + "m");
    add("-XX:+PerfDisableSharedMem");
    add("-XX:+ExitOnOutOfMemoryError");
    add("-XX:ErrorFile=" + cluster.logDirectory(process).resolve("hs_err.log"));
    add("-Djava.net.preferIPv4Stack=true");
    add("-Djava.io.tmpdir=" + temporary(cluster, process));
  }

  /** The process's folder for temporary files, which whoever starts the process makes. */
  public static Path temporary(ClusterRecord cluster, String process) {
    return cluster.nodeDirectory(process).resolve("tmp");
  }

  public JavaArguments add(String argument) {
    arguments.add(argument);
    return this;
  }

  /** Adds a system property. */
  public JavaArguments property(String name, Object value) {
    return add("-D" + name + "=" + value);
  }

  /** Opens packages to code of no module, {@code module/package} each. */
  public JavaArguments opens(List<String> packages) {
    packages.forEach(name -> add("--add-opens=" + name + "=ALL-UNNAMED"));
    return this;
  }

  /** Exports packages to code of no module, {@code module/package} each. */
  public JavaArguments exports(List<String> packages) {
    packages.forEach(name -> add("--add-exports=" + name + "=ALL-UNNAMED"));
    return this;
  }

  /**
   * The argument file: one argument per line, quoted.
   *
   * @param program the main class and its arguments
   */
  public String file(List<Path> classPath, String... program) {
    List<String> all = new ArrayList<>(arguments);
    all.add("-classpath");
    all.add(classPath.stream().map(Path::toString).collect(Collectors.joining(":")));
    all.addAll(List.of(program));
    return all.stream().map(JavaArguments::quoted).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
