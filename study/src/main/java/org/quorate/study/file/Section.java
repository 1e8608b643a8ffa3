package org.quorate.study.file;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mapping whose keys are all known. Immutable. */
public record Section(Entry self, Map<String, Entry> entries) {
  /** The entry of a key, or null where the file leaves it out. */
  public @Nullable Entry find(String key) {
    return entries.get(key);
  }

  /** The value of a key; where the file leaves it out, the default, as if it stood there. */
  public Value value(String key, String otherwise) throws StudyFileException {
    Entry entry = entries.get(key);
    return entry != null
        ? entry.value()
        : new Value(
            self.file(),
            self.line(),
            self.key().isEmpty() ? key : self.key() + "." + key,
            otherwise);
  }

  /**
   * The entry of a key.
   *
   * @throws StudyFileException if the file leaves it out
   */
  public Entry required(String key) throws StudyFileException {
    Entry entry = entries.get(key);
    if (entry == null) {
      throw self.refuse("the key " + key + " is missing.");
    }
    return entry;
  }
}
