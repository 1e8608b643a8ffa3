package org.quorate.study.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads YAML into nodes, never into objects, so that tags in the text create nothing. Texts that
 * are longer, deeper or more self-referring than a study can be are refused before they cost
 * anything.
 */
public final class YamlReader {
  private static final int MOST_CHARACTERS = 256 * 1024;
  private static final int DEEPEST = 16;
  private static final int MOST_ALIASES = 50;

  private YamlReader() {}

  /**
   * The document in a file that is no study.
   *
   * @param what it is, for messages, such as {@code file of meters}
   * @throws StudyFileException if it is not one YAML document, or goes beyond the limits
   * @throws IOException if it cannot be read; the message is one sentence
   */
  public static Entry read(Path file, String what) throws StudyFileException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_CHARACTERS + 1);
      if (bytes.length > MOST_CHARACTERS) {
        throw new StudyFileException(
            file.toString(), 0, "", "the file is larger than 256 KiB; is it a " + what + "?");
      }
      return read(file.toString(), new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IOException(
          "The "
              + what
              + " "
              + file
              + (Files.exists(file)
                  ? " cannot be read: " + e.getMessage() + "."
                  : " is not there."),
          e);
    }
  }

  /**
   * The document in a text.
   *
   * @param file for messages
   * @throws StudyFileException if it is not one YAML document, or goes beyond the limits
   */
  static Entry read(String file, String text) throws StudyFileException {
    if (text.length() > MOST_CHARACTERS) {
      throw new StudyFileException(
          file, 0, "", "the file is larger than 256 KiB, which no study needs; is it a study?");
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setAllowDuplicateKeys(false)
            .setAllowRecursiveKeys(false)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .setCodePointLimit(MOST_CHARACTERS)
            .build();
    try {
      requireShallow(file, text, settings);
      Optional<Node> node = new Compose(settings).composeString(text);
      return new Entry(
          file,
          "",
          node.orElseThrow(
              () -> new StudyFileException(file, 0, "", "the file is empty; write its keys.")));
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      String problem = e.getProblem() == null ? "it cannot be read" : e.getProblem();
      throw new StudyFileException(file, line, "", "this is not YAML: " + problem + ".");
    } catch (YamlEngineException e) {
      throw new StudyFileException(file, 0, "", "this is not YAML: " + e.getMessage());
    }
  }

  /** Counts nesting in the stream of events, which is read without recursion. */
  private static void requireShallow(String file, String text, LoadSettings settings)
      throws StudyFileException {
    int depth = 0;
    int aliases = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      } else if (event.getEventId() == Event.ID.Alias) {
        aliases++;
      }
      if (depth > DEEPEST || aliases > MOST_ALIASES) {
        throw new StudyFileException(
            file,
            event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0),
            "",
            depth > DEEPEST
                ? "values are nested deeper than " + DEEPEST + " levels."
                : "there are more than " + MOST_ALIASES + " aliases.");
      }
    }
  }
}
