package org.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.cli.house.House;
import org.quorate.cli.study.Backends;
import org.quorate.study.io.WholeFile;
import picocli.CommandLine;

/**
 * The reference of the commands is what their help says. After a change of a command, run this test
 * with {@code -Dquorate.write-documents=true} to write it anew.
 */
final class CommandsDocumentTest {
  private static final String MARK =
      "<!-- Below: what --help says; CommandsDocumentTest writes it. -->\n";

  @Test
  void theReferenceIsWhatTheCommandsSay() throws IOException {
    Path document = House.root().resolve("docs/commands.md");
    String text = Files.readString(document);
    String preface = text.substring(0, text.indexOf(MARK) + MARK.length());
    StringBuilder expected = new StringBuilder(preface);
    describe(
        Call.commandLine(
            Path.of(""), new Backends(List.of()), new StringWriter(), new StringWriter()),
        expected);
    if (Boolean.getBoolean("quorate.write-documents")) {
      WholeFile.write(document, expected.toString());
    } else {
      assertThat(text).isEqualTo(expected.toString());
    }
  }

  private static void describe(CommandLine command, StringBuilder document) {
    document
        .append("\n## ")
        .append(command.getCommandSpec().qualifiedName())
        .append("\n\n```\n")
        .append(withoutRepetition(command))
        .append("```\n");
    command.getSubcommands().values().forEach(child -> describe(child, document));
  }

  /**
   * What is the same for all commands stands in the preface, and what a group has is below it, each
   * with a heading. Examples are left to the help and to the documents of what they are about.
   */
  private static String withoutRepetition(CommandLine command) {
    String help =
        command
            .getUsageMessage()
            .replaceAll("(?s)\nExit status:\n.*?\n\n", "\n")
            .replaceAll("(?s)\nExamples?:\n.*", "")
            .replaceAll("(?m)^ +(--verbose +Tell|-h, --help +Show).*\n", "");
    return command.getParent() == null ? help : help.replaceAll("Commands:\n(  .*\n)+", "");
  }
}
