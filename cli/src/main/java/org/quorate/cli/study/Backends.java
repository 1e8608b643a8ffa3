package org.quorate.cli.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.lab.local.LabBackend;
import org.quorate.lab.remote.RemoteBackend;
import org.quorate.study.backend.Backend;

/**
 * The backends that a study file can choose, by name: the one place where a new one is registered.
 * Immutable; each call of {@link #named} gives a new backend.
 */
public final class Backends {
  private final Map<String, Supplier<Backend>> byName = new TreeMap<>();

  /**
   * @param makers of backends, which are known by their own names
   */
  public Backends(List<Supplier<Backend>> makers) {
    makers.forEach(maker -> byName.put(maker.get().name(), maker));
  }

  /** All backends of this program. */
  public static Backends standard() {
    return new Backends(List.of(LabBackend::new, RemoteBackend::new));
  }

  /** One of each, by its name. */
  public List<Backend> all() {
    return byName.values().stream().map(Supplier::get).toList();
  }

  /** The backend of this name. */
  Backend named(String name) throws CommandFailure {
    @Nullable Supplier<Backend> found = byName.get(name);
    if (found == null) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "There is no backend \""
              + name
              + "\"; write one of "
              + String.join(", ", byName.keySet())
              + " under backend: in the study file.");
    }
    return found.get();
  }
}
