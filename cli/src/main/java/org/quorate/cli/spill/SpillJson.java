package org.quorate.cli.spill;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderStatus;

/** What is shown of spills; its fields are those of {@code --json}. */
final class SpillJson {
  private SpillJson() {}

  /**
   * A folder.
   *
   * @param state {@code in use}, {@code left behind}, {@code damaged} or {@code unreadable}
   * @param made as ISO 8601 has it
   * @param cluster the id of the one that its writes are for
   * @param writes that no server has acknowledged; absent where that cannot be told
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Folder(
      String folder,
      String state,
      @Nullable String made,
      @Nullable String host,
      @Nullable Long process,
      @Nullable String cluster,
      long bytes,
      @Nullable Long writes,
      Map<String, Long> tables,
      List<String> notes) {
    static Folder of(FolderStatus status) {
      return new Folder(
          status.folder().toString(),
          words(status.state()),
          status.created().map(Instant::toString).orElse(null),
          status.host().orElse(null),
          status.process().isPresent() ? status.process().getAsLong() : null,
          status.cluster().orElse(null),
          status.bytes(),
          status.writes().isPresent() ? status.writes().getAsLong() : null,
          status.tables(),
          status.notes());
    }
  }

  /**
   * What became of a folder.
   *
   * @param outcome {@code drained}, {@code refused}, {@code interrupted}, {@code failed}, {@code in
   *     use}, {@code other cluster}, {@code damaged}, {@code unreadable} or {@code not tried}
   */
  record Drain(
      String folder,
      String outcome,
      long applied,
      long discarded,
      Map<String, Long> refused,
      List<String> notes) {
    static Drain of(FolderDrain drained) {
      return new Drain(
          drained.folder().toString(),
          words(drained.outcome()),
          drained.applied(),
          drained.discarded(),
          drained.refused(),
          drained.notes());
    }
  }

  private static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
