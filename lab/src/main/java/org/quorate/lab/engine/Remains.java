package org.quorate.lab.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ControlGroups;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;
import org.quorate.study.io.Tree;

/**
 * What a cluster leaves on the machine: processes, quotas, data. Logs are not counted among it:
 * they stay for whoever wants to know what happened.
 */
final class Remains {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ClusterRecord record;

  private Remains(ClusterRecord record) {
    this.record = record;
  }

  static Remains of(ClusterRecord record) {
    return new Remains(record);
  }

  /**
   * Ends the processes, waits until they are gone, and removes the rest.
   *
   * @throws EngineException when something stays
   */
  void remove() throws EngineException, InterruptedException {
    List<ChildProcess> processes =
        record.livingProcesses().stream()
            .map(ChildProcess::attach)
            .flatMap(Optional::stream)
            .toList();
    for (ChildProcess process : processes) {
      process.send(ProcessSignal.KILL);
    }
    for (ChildProcess process : processes) {
      if (!process.awaitEnd(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        ProcessIdentity identity = process.identity();
        throw new EngineException(
            "Process "
                + identity.processId()
                + " of cluster "
                + record.spec().name()
                + " does not end; end it by hand and try again.");
      }
    }
    try {
      Optional<ControlGroups> groups = ControlGroups.detect();
      boolean limited = record.spec().processorQuota() != null || record.spec().hostQuota() != null;
      if (limited && groups.isPresent()) {
        groups.get().remove(record.spec().name());
      }
      Tree.delete(record.sharedDirectory());
      for (String name : record.names()) {
        for (Path file : Tree.children(record.nodeDirectory(name))) {
          if (!file.equals(record.logDirectory(name))) {
            Tree.delete(file);
          }
        }
      }
    } catch (IOException failure) {
      throw new EngineException(
          "The files of cluster " + record.spec().name() + " cannot be removed: " + failure + ".",
          failure);
    }
  }
}
