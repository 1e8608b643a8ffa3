package org.quorate.cli.spill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.hbase.spill.FolderStatus;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.folder.SpillDirectory;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "list",
    description = {
      "Lists the folders of a spill directory: whether a process still writes there, and otherwise"
          + " how many writes wait in it for which tables. Every record is read, and its checksum"
          + " tried; nothing is changed."
    },
    footer = {
      "",
      "Example:",
      "  quorate spill list /var/spool/shop",
      "      what is left there, and whose it was"
    })
final class ListSpill implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(paramLabel = "DIR", description = "The spill directory, or one folder in it.")
  private Path directory = Path.of("");

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ListSpill(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, IOException {
    List<FolderStatus> folders = folders();
    Paragraphs out = Paragraphs.of(invocation.console());
    if (!json) {
      new SpillText(out, invocation.installation().command()).list(directory, folders);
    }
    invocation
        .console()
        .output()
        .print(json ? Json.text(folders.stream().map(SpillJson.Folder::of).toList()) : out.text());
    return ExitStatus.OK;
  }

  private List<FolderStatus> folders() throws CommandFailure, IOException {
    try {
      return SpillDirectory.at(directory).list();
    } catch (SpillException e) {
      throw CommandFailure.wrongInput(e);
    }
  }
}
