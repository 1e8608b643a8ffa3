package org.quorate.study.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.quorate.study.StudyException;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import org.quorate.study.result.Environment;

/**
 * The folders of sessions, {@code sessions/1} and so on: what a backend keeps of a cluster, the
 * histories of its load and warm-ups, the trials of a pilot, and runs that are not kept. Not
 * thread-safe.
 */
public final class SessionFolders {
  private static final String ENVIRONMENT = "environment.json";
  private static final String HISTORY_SUFFIX = ".csv.gz";

  private final Path folder;

  SessionFolders(Path folder) {
    this.folder = folder;
  }

  /** The folder of a session. */
  public Path of(int session) {
    return folder.resolve(Integer.toString(session));
  }

  /** Makes the folder of a session that never was before. */
  public int begin() throws IOException {
    NavigableSet<Integer> numbers = numbers();
    int session = numbers.isEmpty() ? 1 : numbers.last() + 1;
    Files.createDirectories(of(session));
    return session;
  }

  /** An empty folder for one trial of a pilot. */
  public Path beginTrial(int session, String name) throws IOException {
    Path trial = of(session).resolve("pilot").resolve(name);
    Files.createDirectories(trial);
    return trial;
  }

  /** An empty folder for a run that is not kept as a result. */
  public Path beginDropped(int session, int number) throws IOException {
    Path dropped =
        of(session).resolve("dropped").resolve(String.format(Locale.ROOT, "%03d", number));
    Files.createDirectories(dropped);
    return dropped;
  }

  public void write(int session, Environment environment) throws IOException {
    Json.write(of(session).resolve(ENVIRONMENT), environment);
  }

  /** Every history that the session's own folder holds, in a fixed order. */
  public List<Path> histories(int session) throws IOException {
    if (!Files.isDirectory(of(session))) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(of(session))) {
      return paths
          .filter(path -> path.getFileName().toString().endsWith(HISTORY_SUFFIX))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  /** The first session's environment, and of later ones what differs from it. */
  public Environment environment() throws StudyException {
    try {
      Map<String, String> facts = new LinkedHashMap<>();
      for (int session : numbers()) {
        Path file = of(session).resolve(ENVIRONMENT);
        if (Files.exists(file)) {
          Json.read(file, Environment.class)
              .facts()
              .forEach(
                  (name, value) -> {
                    if (!value.equals(facts.putIfAbsent(name, value))
                        && !value.equals(facts.get(name))) {
                      facts.put(name + " (session " + session + ")", value);
                    }
                  });
        }
      }
      return new Environment(facts);
    } catch (IOException e) {
      throw new StudyException(
          "The environments in " + folder + " cannot be read: " + FileProblems.reason(e) + ".", e);
    }
  }

  private NavigableSet<Integer> numbers() throws IOException {
    NavigableSet<Integer> numbers = new TreeSet<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> paths = Files.list(folder)) {
        paths
            .map(path -> path.getFileName().toString())
            .filter(name -> name.matches("\\d{1,9}"))
            .map(Integer::valueOf)
            .forEach(numbers::add);
      }
    }
    return numbers;
  }
}
