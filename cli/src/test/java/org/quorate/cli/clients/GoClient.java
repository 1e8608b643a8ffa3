package org.quorate.cli.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.cli.house.House;

/** The Go module that follows published levels, and what its tests need. Nothing is fetched. */
public final class GoClient {
  private static final Path FOLDER = House.root().resolve("clients/go");
  private static final Pattern VERSION = Pattern.compile("go1\\.(\\d+)");
  private static final int LEAST = 23;

  private GoClient() {}

  /** Skips a test where there is no Go that compiles the module. */
  public static void requireGo() throws IOException, InterruptedException {
    assumeTrue(
        ProgramRun.isInstalled("go") && minorVersion() >= LEAST,
        "go, 1." + LEAST + " or newer, is not installed; the Go module is not tested here.");
  }

  /** Skips a test where the stock driver is not in the cache of modules. */
  public static void requireDriver() throws IOException, InterruptedException {
    requireGo();
    assumeTrue(
        hasDriver(),
        "Go's driver for Cassandra is not in the cache of modules (cd clients/go && go mod"
            + " download); of the Go module only what needs none is tested here.");
  }

  /** Whether the stock driver is in the cache of modules. */
  public static boolean hasDriver() throws IOException, InterruptedException {
    return ProgramRun.isInstalled("go")
        && go(Map.of(), "list", "-deps", "-test", ".").status() == 0;
  }

  /** Runs the tests of a package whose names match. */
  public static ProgramRun test(String folder, String pattern, Map<String, String> variables)
      throws IOException, InterruptedException {
    return go(variables, "test", "-count=1", "-v", "-run", pattern, folder);
  }

  private static ProgramRun go(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(variables);
    all.put("GOPROXY", "off");
    all.put("GOTOOLCHAIN", "local");
    all.put("GOWORK", "off");
    List<String> command = new ArrayList<>(List.of("go"));
    command.addAll(List.of(arguments));
    return ProgramRun.of(FOLDER, all, command);
  }

  private static int minorVersion() throws IOException, InterruptedException {
    Matcher version = VERSION.matcher(go(Map.of(), "version").output());
    return version.find() ? Integer.parseInt(version.group(1)) : 0;
  }
}
