package org.quorate.cli.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.cap.CapException;
import org.quorate.power.cap.CapState;
import org.quorate.power.cap.CpufreqCap;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "list",
    description = {
      "Lists the kinds of meters: which this machine has, which it has not and why, and what to do"
          + " about it.",
      "Counters are watched for up to three seconds while a processor works a little, because some"
          + " open without an error and stay at zero for ever."
    },
    footer = {
      "",
      "Examples:",
      "  quorate power list",
      "      every kind",
      "  quorate power list snmp",
      "      what the kind snmp can be told"
    })
final class ListMeters implements Callable<Integer> {
  private final Invocation invocation;
  private final Supplier<PowerTools> source;

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND",
      description = "Show this kind alone, with its options.")
  private @Nullable String kind;

  @Option(names = "--json", description = "Print JSON, with the options of every kind.")
  private boolean json;

  ListMeters(Invocation invocation, Supplier<PowerTools> source) {
    this.invocation = invocation;
    this.source = source;
  }

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    PowerTools tools = source.get();
    List<MeterListJson.Kind> kinds = new ArrayList<>();
    for (MeterKind each : chosen(tools.kinds())) {
      kinds.add(MeterListJson.kind(each, each.find()));
    }
    MeterListJson view = MeterListJson.of(kinds, cap(tools));
    Paragraphs out = Paragraphs.of(invocation.console());
    MeterListText text = new MeterListText(out, invocation.installation().command());
    if (!json && kind != null) {
      text.kind(kinds.get(0));
    } else if (!json) {
      text.all(view);
    }
    invocation.console().output().print(json ? Json.text(view) : out.text());
    return ExitStatus.OK;
  }

  private List<MeterKind> chosen(MeterKinds kinds) throws CommandFailure {
    try {
      return kind == null ? List.copyOf(kinds.all()) : List.of(kinds.named(kind));
    } catch (MeterException e) {
      throw CommandFailure.wrongInput(e);
    }
  }

  private static MeterListJson.CapJson cap(PowerTools tools) {
    CpufreqCap cap = tools.cap(tools.processors(), CapState.Lifetime.UNTIL_RESTORED);
    Optional<String> refusal = cap.refusal();
    @Nullable Double share = null;
    try {
      share = cap.state().map(CapState::share).orElse(null);
    } catch (CapException e) {
      refusal = Optional.of(String.valueOf(e.getMessage()));
    }
    return new MeterListJson.CapJson(
        cap.name(), refusal.isEmpty() ? "present" : "absent", refusal.orElse(null), share);
  }
}
