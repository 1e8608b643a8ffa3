package org.quorate.cli.spill;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.quorate.cli.console.Paragraphs;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderStatus;
import org.quorate.report.format.Numbers;

/**
 * Spills as text for the terminal. Not thread-safe.
 *
 * @param command what the user typed to start Quorate
 */
record SpillText(Paragraphs out, String command) {
  private static final int NAME_WIDTH = 11;
  private static final double MEGABYTE = 1e6;

  void list(Path directory, List<FolderStatus> folders) {
    if (folders.isEmpty()) {
      out.sentence(0, "There is no spill in " + directory + ": no accepted write waits there.");
      return;
    }
    folders.forEach(this::folder);
    boolean anyLeft =
        folders.stream().anyMatch(folder -> folder.state() == FolderStatus.State.LEFT_BEHIND);
    if (anyLeft) {
      out.blank();
      out.sentence(0, "To apply what was left behind:");
      out.verbatim(2, command + " spill drain " + directory + " --config hbase-site.xml");
    }
  }

  void drain(Path directory, List<FolderDrain> folders) {
    if (folders.isEmpty()) {
      out.sentence(0, "There is no spill in " + directory + ": no accepted write waits there.");
    }
    folders.forEach(this::drained);
  }

  private void folder(FolderStatus folder) {
    out.heading(folder.folder() + ": " + state(folder.state()));
    if (folder.created().isPresent() && folder.host().isPresent()) {
      out.fact(
          NAME_WIDTH,
          "made",
          folder.created().get()
              + " by process "
              + folder.process().orElse(0)
              + " on host "
              + folder.host().get());
    }
    folder.cluster().ifPresent(cluster -> out.fact(NAME_WIDTH, "cluster", cluster));
    out.fact(NAME_WIDTH, "size", megabytes(folder.bytes()));
    if (folder.writes().isPresent()) {
      long writes = folder.writes().getAsLong();
      out.fact(
          NAME_WIDTH,
          "waiting",
          writes == 0
              ? "no write"
              : writes(writes)
                  + ": "
                  + folder.tables().entrySet().stream()
                      .map(table -> table.getKey() + " " + Numbers.count(table.getValue()))
                      .collect(Collectors.joining(", ")));
    }
    folder.notes().forEach(note -> out.fact(NAME_WIDTH, "note", note));
  }

  private void drained(FolderDrain folder) {
    out.heading(folder.folder() + ": " + outcome(folder.outcome()));
    if (folder.applied() > 0 || folder.outcome() == FolderDrain.Outcome.DRAINED) {
      out.fact(NAME_WIDTH, "applied", writes(folder.applied()));
    }
    if (folder.discarded() > 0) {
      out.fact(NAME_WIDTH, "discarded", writes(folder.discarded()));
    }
    folder
        .refused()
        .forEach((reason, count) -> out.fact(NAME_WIDTH, "refused", writes(count) + ": " + reason));
    folder.notes().forEach(note -> out.fact(NAME_WIDTH, "note", note));
  }

  private static String state(FolderStatus.State state) {
    return switch (state) {
      case IN_USE -> "in use by a running process";
      case LEFT_BEHIND -> "left behind";
      case DAMAGED -> "left behind, and damaged";
      case UNREADABLE -> "cannot be read";
    };
  }

  private static String outcome(FolderDrain.Outcome outcome) {
    return switch (outcome) {
      case DRAINED -> "drained and removed";
      case REFUSED -> "drained, except for writes that a table refuses";
      case INTERRUPTED -> "not drained to the end, since the servers do not answer";
      case FAILED -> "not drained to the end, since its files cannot be read or removed";
      case IN_USE -> "in use by a running process, and left alone with what it holds";
      case OTHER_CLUSTER -> "of another cluster, and left alone";
      case DAMAGED -> "damaged, and kept";
      case UNREADABLE -> "cannot be read, and was left alone";
      case NOT_TRIED -> "not tried, since the servers do not answer";
    };
  }

  private static String writes(long count) {
    return Numbers.count(count) + (count == 1 ? " write" : " writes");
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE);
  }
}
