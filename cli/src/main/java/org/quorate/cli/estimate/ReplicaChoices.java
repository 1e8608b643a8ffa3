package org.quorate.cli.estimate;

import java.util.Locale;
import org.quorate.core.staleness.wars.ReplicaChoice;

/** Choices of replicas in words. Stateless. */
final class ReplicaChoices {
  private ReplicaChoices() {}

  /**
   * @throws IllegalArgumentException if it is none; the message is one sentence
   */
  static ReplicaChoice parse(String word) {
    for (ReplicaChoice choice : ReplicaChoice.values()) {
      if (word(choice).equals(word)) {
        return choice;
      }
    }
    throw new IllegalArgumentException(
        "--replica-choice is random, nearest or fastest, but it is \"" + word + "\".");
  }

  /** As options write it. */
  static String word(ReplicaChoice choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /** For people. */
  static String text(ReplicaChoice choice) {
    return switch (choice) {
      case RANDOM -> "any replica coordinates, and asks others in any order";
      case NEAREST -> "any replica coordinates, and asks in the snitch's order, the nearest first";
      case FASTEST ->
          "the replica that is nearest to the others coordinates all reads, and asks the nearest";
    };
  }
}
