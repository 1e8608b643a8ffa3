package org.quorate.cli.progress;

import java.util.ArrayList;
import java.util.List;

/** A terminal that knows as much as the progress display asks of one. */
final class Screen {
  private final int columns;
  private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
  private int row;

  Screen(int columns) {
    this.columns = columns;
  }

  Screen write(String text) {
    int at = 0;
    while (at < text.length()) {
      char character = text.charAt(at++);
      if (character == '\033') {
        int end = at + 1;
        while (!Character.isLetter(text.charAt(end))) {
          end++;
        }
        control(text.charAt(end), text.substring(at + 1, end));
        at = end + 1;
      } else if (character == '\n') {
        row++;
        if (row == lines.size()) {
          lines.add(new StringBuilder());
        }
      } else if (character != '\r') {
        lines.get(row).append(character);
        if (lines.get(row).length() >= columns) {
          throw new AssertionError("The line wraps: " + lines.get(row));
        }
      }
    }
    return this;
  }

  /** The lines down to the last that is not empty. */
  String[] lines() {
    return String.join("\n", lines).lines().map(String::stripTrailing).toArray(String[]::new);
  }

  private void control(char command, String argument) {
    switch (command) {
      case 'A' -> row -= Integer.parseInt(argument);
      case 'J' -> {
        lines.subList(row, lines.size()).clear();
        lines.add(new StringBuilder());
      }
      default -> throw new AssertionError("unknown control sequence " + argument + command);
    }
  }
}
