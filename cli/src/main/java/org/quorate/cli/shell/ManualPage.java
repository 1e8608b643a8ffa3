package org.quorate.cli.shell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual page of one command, in the macros of man(7), made of what the command's help is made
 * of. It bears no date, so that the same commands make the same page.
 *
 * @param name the page's name, such as {@code quorate-study-run}
 * @param text the page in roff
 */
record ManualPage(String name, String text) {
  /** The pages of this command and of all below it. */
  static List<ManualPage> all(CommandLine command) {
    List<ManualPage> pages = new ArrayList<>();
    pages.add(of(command));
    children(command).forEach(child -> pages.addAll(all(child)));
    return pages;
  }

  /** The file's name, in section 1: commands. */
  String fileName() {
    return name + ".1";
  }

  private static ManualPage of(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    Roff page = new Roff();
    page.title(name(command).toUpperCase(Locale.ROOT));
    page.section("Name");
    page.paragraph(name(command) + " - " + summary(command));
    page.section("Synopsis");
    page.paragraph(
        new Help(spec, Help.defaultColorScheme(Ansi.OFF))
            .abbreviatedSynopsis()
            .replaceAll("\\s+", " ")
            .strip());
    page.section("Description");
    Stream.of(usage.description()).map(ManualPage::plain).forEach(page::paragraph);
    if (!children(command).isEmpty()) {
      page.section("Commands");
      children(command).forEach(child -> page.item(reference(child), List.of(summary(child))));
    }
    List<ArgSpec> arguments =
        Stream.concat(spec.positionalParameters().stream(), spec.options().stream())
            .filter(argument -> !argument.hidden())
            .toList();
    page.section("Options");
    for (ArgSpec argument : arguments) {
      // Picocli has filled in the placeholders of these alone.
      page.item(
          term(command, argument),
          Stream.of(argument.description()).map(Ansi.OFF::string).toList());
    }
    page.section("Exit status");
    usage
        .exitCodeList()
        .forEach((status, meaning) -> page.item(status.strip(), List.of(plain(meaning))));
    List<String> examples =
        Stream.of(usage.footer())
            .map(ManualPage::plain)
            .filter(line -> !line.isBlank() && !line.matches("Examples?:"))
            .toList();
    if (!examples.isEmpty()) {
      page.section("Examples");
      page.lines(examples);
    }
    List<CommandLine> related = new ArrayList<>(children(command));
    if (command.getParent() != null) {
      related.add(0, command.getParent());
    }
    if (!related.isEmpty()) {
      page.section("See also");
      page.paragraph(related.stream().map(ManualPage::reference).collect(Collectors.joining(", ")));
    }
    return new ManualPage(name(command), page.toString());
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName("-");
  }

  private static String reference(CommandLine command) {
    return name(command) + "(1)";
  }

  private static List<CommandLine> children(CommandLine command) {
    return List.copyOf(new LinkedHashSet<>(command.getSubcommands().values()));
  }

  /** The first sentence of the description, without its full stop. */
  private static String summary(CommandLine command) {
    return plain(command.getCommandSpec().usageMessage().description()[0]).replaceFirst("\\.$", "");
  }

  /** {@code -o, --out=FILE}, or {@code FILE}. */
  private static String term(CommandLine command, ArgSpec argument) {
    String label =
        command
            .getHelp()
            .createDefaultParamLabelRenderer()
            .renderParameterLabel(argument, Ansi.OFF, List.of())
            .toString();
    return argument instanceof CommandLine.Model.OptionSpec option
        ? String.join(", ", option.names()) + label
        : label;
  }

  /** Without picocli's marks for colours, and with its placeholders filled in. */
  private static String plain(String text) {
    return Ansi.OFF.string(String.format(Locale.ROOT, text));
  }
}
