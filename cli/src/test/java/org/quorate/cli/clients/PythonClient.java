package org.quorate.cli.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.cli.house.House;

/** The Python package that follows published levels, and what its tests need. */
public final class PythonClient {
  private static final Path FOLDER = House.root().resolve("clients/python");

  private PythonClient() {}

  /** Skips a test where there is no Python that the package runs on. */
  public static void requirePython() throws IOException, InterruptedException {
    assumeTrue(
        ProgramRun.isInstalled("python3")
            && python("-c", "import sys; sys.exit(sys.version_info < (3, 10))"),
        "python3, 3.10 or newer, is not installed; the Python package is not tested here.");
  }

  /** Skips a test where the stock driver is missing. */
  public static void requireDriver() throws IOException, InterruptedException {
    requirePython();
    assumeTrue(
        hasDriver(),
        "cassandra-driver is not installed for python3 (pip install cassandra-driver); the Python"
            + " package is not tested on a cluster here.");
  }

  /** Whether the stock driver can be imported. */
  public static boolean hasDriver() throws IOException, InterruptedException {
    return ProgramRun.isInstalled("python3") && python("-c", "import cassandra.cluster");
  }

  /** Runs its tests whose modules have such names. */
  public static ProgramRun test(String pattern, Map<String, String> variables)
      throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(variables);
    all.put("PYTHONPATH", "src");
    all.put("PYTHONDONTWRITEBYTECODE", "1");
    return ProgramRun.of(
        FOLDER,
        all,
        List.of("python3", "-m", "unittest", "discover", "-s", "tests", "-t", ".", "-p", pattern));
  }

  private static boolean python(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    return ProgramRun.of(FOLDER, Map.of(), command).status() == 0;
  }
}
