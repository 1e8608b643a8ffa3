package org.quorate.cli.study;

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
  private final Map<String, Supplier<Backend>> byName;

  /**
   * @param byName name, as study files write it, to what makes the backend
   */
  public Backends(Map<String, Supplier<Backend>> byName) {
    this.byName = new TreeMap<>(byName);
  }

  /** All backends of this program. */
  public static Backends standard() {
    return new Backends(
        Map.of(LabBackend.NAME, LabBackend::new, RemoteBackend.NAME, RemoteBackend::new));
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
