package org.quorate.cli.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the page shows at one moment, part by part, with the moment at which each part changed last.
 * So whatever a reader has, what it lacks is known without a queue for it. Immutable.
 */
public final class Picture {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern ID = Pattern.compile("(.*)-([0-9]{1,18})", Pattern.DOTALL);

  /** A part, and the number of the picture in which it changed last. */
  private record Part(String markup, long changed) {}

  private final String era;
  private final long number;
  private final Map<String, Part> parts;

  private Picture(String era, long number, Map<String, Part> parts) {
    this.era = era;
    this.number = number;
    this.parts = Collections.unmodifiableMap(parts);
  }

  /**
   * The first picture.
   *
   * @param era tells pictures of one server from those of another, as after a restart
   * @param parts markup by name, in the order in which the page has it
   */
  public static Picture first(String era, Map<String, String> parts) {
    return new Picture(era, 0, Map.of()).next(parts);
  }

  /** The picture after this one. */
  Picture next(Map<String, String> markup) {
    Map<String, Part> next = new LinkedHashMap<>();
    markup.forEach(
        (name, text) -> {
          Part before = parts.get(name);
          boolean isSame = before != null && before.markup().equals(text);
          next.put(name, isSame ? before : new Part(text, number + 1));
        });
    return new Picture(era, number + 1, next);
  }

  /** Names this picture among all of all servers that have run here. */
  String id() {
    return era + "-" + number;
  }

  /** Markup by name. */
  Map<String, String> markup() {
    Map<String, String> markup = new LinkedHashMap<>();
    parts.forEach((name, part) -> markup.put(name, part.markup()));
    return markup;
  }

  /**
   * What a reader lacks, as JSON on one line: the names of all parts, and the markup of those that
   * have changed.
   *
   * @param id of the picture that the reader has; anything else gives the whole picture
   * @param page tells the page's script whether it is of this server's make
   * @param over why there will be no other picture; empty where there may be
   */
  String since(String id, String page, String over) {
    long had = number(id);
    Map<String, String> changed = new LinkedHashMap<>();
    parts.forEach(
        (name, part) -> {
          if (part.changed() > had) {
            changed.put(name, part.markup());
          }
        });
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("page", page);
    if (!over.isEmpty()) {
      all.put("over", over);
    }
    all.put("names", List.copyOf(parts.keySet()));
    all.put("parts", changed);
    try {
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The number of a picture of this era that there has been; 0 for anything else. */
  private long number(String id) {
    Matcher matcher = ID.matcher(id);
    if (!matcher.matches() || !matcher.group(1).equals(era)) {
      return 0;
    }
    long had = Long.parseLong(matcher.group(2));
    return had <= number ? had : 0;
  }
}
