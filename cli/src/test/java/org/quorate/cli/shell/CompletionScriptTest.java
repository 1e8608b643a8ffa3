package org.quorate.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;

final class CompletionScriptTest {
  @Test
  void bashCompletesCommandsOptionsAndLevels(@TempDir Path folder) throws Exception {
    Path script = folder.resolve("completion");
    Files.writeString(script, Call.of("completion").output());
    assertThat(completed(script, "stu")).isEqualTo("study");
    assertThat(completed(script, "study comp")).isEqualTo("compare");
    assertThat(completed(script, "study run --sca")).isEqualTo("--scale");
    assertThat(completed(script, "estimate --write-level LOCAL_Q")).isEqualTo("LOCAL_QUORUM");
    assertThat(completed(script, "nosuch")).isEmpty();
  }

  /** What bash offers for the last of these words after {@code quorate}. */
  private static String completed(Path script, String words)
      throws IOException, InterruptedException {
    String program =
        """
        source "$0"
        compopt() { :; } # It wants a key to have been pressed.
        COMP_WORDS=(quorate %s)
        COMP_CWORD=%d
        _complete_quorate
        echo ${COMPREPLY[@]}
        """
            .formatted(words, words.split(" ", -1).length);
    Process bash =
        new ProcessBuilder("bash", "-c", program, script.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).isZero();
    return output.strip();
  }
}
