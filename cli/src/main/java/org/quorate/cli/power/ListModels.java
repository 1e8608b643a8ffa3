package org.quorate.cli.power;

import java.util.concurrent.Callable;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "models",
    description = {
      "Shows the power models that stand in where there is no meter: what each kind of host draws,"
          + " how far off that may be, and where the numbers come from.",
      "Below, how well such models predict what was published of real servers (SPECpower_ssj2008)."
    },
    footer = {
      "",
      "Example:",
      "  quorate power models",
      "      to choose the profile that is nearest to your servers"
    })
final class ListModels implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ListModels(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    ModelsJson view = ModelsJson.shipped();
    invocation
        .console()
        .output()
        .print(json ? Json.text(view) : ModelsText.of(Paragraphs.of(invocation.console()), view));
    return ExitStatus.OK;
  }
}
