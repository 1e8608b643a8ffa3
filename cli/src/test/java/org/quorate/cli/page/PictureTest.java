package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PictureTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void aReaderGetsWhatHasChangedSinceThePictureThatItHas() throws Exception {
    Picture first = Picture.first("e", Map.of("state", "well"));
    Map<String, String> more = new LinkedHashMap<>(Map.of("state", "well"));
    more.put("told", "something");
    Picture second = first.next(more);
    assertThat(first.id()).isEqualTo("e-1");
    assertThat(second.id()).isEqualTo("e-2");
    JsonNode news = JSON.readTree(second.since("e-1", "make", ""));
    assertThat(news.get("page").asText()).isEqualTo("make");
    assertThat(names(news)).containsExactly("state", "told");
    assertThat(news.get("parts")).hasSize(1);
    assertThat(news.get("parts").get("told").asText()).isEqualTo("something");
  }

  @Test
  void whoHasNothingOrSomethingElseGetsTheWholePicture() throws Exception {
    Picture picture = Picture.first("e", Map.of("state", "well")).next(Map.of("state", "well"));
    for (String had : List.of("", "f-1", "e-", "e-x", "e-3", "e--1", "e-99999999999999999999")) {
      assertThat(JSON.readTree(picture.since(had, "", "")).get("parts")).as(had).hasSize(1);
    }
    assertThat(JSON.readTree(picture.since("e-1", "", "")).get("parts")).isEmpty();
  }

  @Test
  void anEventIsOneLineWhateverItSays() throws Exception {
    String odd = "\n\r\u2028\"\\</script>\u0000\n\ndata: x";
    String event = Picture.first("e", Map.of(odd, odd)).since("", "", "");
    assertThat(event).doesNotContain("\n", "\r");
    assertThat(JSON.readTree(event).get("parts").get(odd).asText()).isEqualTo(odd);
  }

  /** 300 readers, each of which misses some of 60 pictures; seed 1. */
  @Test
  void whateverAReaderMissedItHasTheSameInTheEnd() throws Exception {
    Random random = new Random(1);
    List<Picture> pictures = new ArrayList<>();
    Picture latest = Picture.first("e", parts(random));
    for (int i = 0; i < 60; i++) {
      pictures.add(latest);
      latest = latest.next(parts(random));
    }
    for (int reader = 0; reader < 300; reader++) {
      Map<String, String> shown = new LinkedHashMap<>();
      String had = "";
      for (Picture each : pictures) {
        if (random.nextInt(4) == 0) {
          apply(JSON.readTree(each.since(had, "", "")), shown);
          had = each.id();
        }
      }
      apply(JSON.readTree(latest.since(had, "", "")), shown);
      assertThat(shown).isEqualTo(latest.markup());
    }
  }

  private static Map<String, String> parts(Random random) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (int i = 0; i < 6; i++) {
      if (random.nextInt(3) > 0) {
        parts.put("part " + i, "text " + random.nextInt(2));
      }
    }
    return parts;
  }

  /** As the page's script does it. */
  private static void apply(JsonNode event, Map<String, String> shown) {
    shown.keySet().retainAll(names(event));
    event
        .get("parts")
        .properties()
        .forEach(part -> shown.put(part.getKey(), part.getValue().asText()));
  }

  private static List<String> names(JsonNode event) {
    List<String> names = new ArrayList<>();
    event.get("names").forEach(name -> names.add(name.asText()));
    return names;
  }
}
