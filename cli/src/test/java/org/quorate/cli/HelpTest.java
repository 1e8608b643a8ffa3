package org.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.cli.study.Backends;
import picocli.CommandLine;

/** Every command explains itself. */
final class HelpTest {
  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandSaysWhatItDoesAndGivesAnExample(CommandLine command) {
    String help = command.getUsageMessage();
    assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
    assertThat(help).containsPattern("Examples?:\n  quorate ");
    assertThat(help).contains("Exit status:");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionAndParameterIsDescribed(CommandLine command) {
    assertThat(command.getCommandSpec().args())
        .allSatisfy(
            argument -> {
              assertThat(argument.description()).isNotEmpty();
              assertThat(argument.description()[0]).endsWith(".").doesNotContain("  ");
            });
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpFitsEightyColumns(CommandLine command) {
    assertThat(command.getUsageMessage().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelp(CommandLine command) {
    assertThat(command.getCommandSpec().optionsMap()).containsKeys("--help", "--verbose");
  }

  static Stream<CommandLine> commands() {
    List<CommandLine> all = new ArrayList<>();
    collect(
        Call.commandLine(
            Path.of(""), new Backends(List.of()), new StringWriter(), new StringWriter()),
        all);
    return all.stream();
  }

  private static void collect(CommandLine command, List<CommandLine> all) {
    all.add(command);
    command.getSubcommands().values().forEach(child -> collect(child, all));
  }
}
