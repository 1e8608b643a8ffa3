package org.quorate.study.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.SecretNames;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.PowerSettings;

/** Reads the {@code power} section. Stateless. */
final class PowerReader {
  private static final String DEFAULT_PROFILE = "server-2010";
  private static final Duration DEFAULT_PERIOD = Duration.ofMillis(250);
  private static final Duration SHORTEST_PERIOD = Duration.ofMillis(50);

  private PowerReader() {}

  /** The settings, or null where the study does not account for energy. */
  static @Nullable PowerSettings read(Section study) throws StudyFileException {
    Entry entry = study.find("power");
    if (entry == null) {
      return null;
    }
    Section power =
        entry.section("profile", "period", "gaps", "idle", "meters", "price", "carbon", "cap");
    return new PowerSettings(
        power.value("profile", DEFAULT_PROFILE).text(),
        power.value("period", Durations.format(DEFAULT_PERIOD)).as(PowerReader::period),
        power
            .value("gaps", "refuse")
            .as(text -> Texts.oneOf(text, Map.of("refuse", false, "impute", true))),
        power.value("idle", "3s").as(text -> Runs.duration(text, false)),
        meters(power.find("meters")),
        price(power.find("price")),
        carbon(power.find("carbon")),
        power
            .value("cap", CapKind.QUOTA.text())
            .as(
                text ->
                    Texts.oneOf(
                        text,
                        Map.of(
                            CapKind.QUOTA.text(),
                            CapKind.QUOTA,
                            CapKind.FREQUENCY.text(),
                            CapKind.FREQUENCY))));
  }

  private static Duration period(String text) {
    Duration period = Runs.duration(text, true);
    if (period.compareTo(SHORTEST_PERIOD) < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is too short; hosts are looked at most every 50ms.");
    }
    return period;
  }

  private static Map<String, List<PowerSettings.Meter>> meters(@Nullable Entry entry)
      throws StudyFileException {
    Map<String, List<PowerSettings.Meter>> meters = new LinkedHashMap<>();
    if (entry == null) {
      return meters;
    }
    for (Map.Entry<String, Entry> host : entry.entries().entrySet()) {
      List<PowerSettings.Meter> ofHost = new ArrayList<>();
      for (Entry meter : host.getValue().mappings()) {
        ofHost.add(meter(meter));
      }
      meters.put(host.getKey(), ofHost);
    }
    return meters;
  }

  private static PowerSettings.Meter meter(Entry entry) throws StudyFileException {
    Map<String, String> options = new LinkedHashMap<>();
    String kind = null;
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      String name = each.getKey();
      if (SecretNames.isSecret(name)) {
        throw each.getValue()
            .refuse(
                "a study file holds no secrets, since its results repeat it; write credentials:"
                    + " NAME, and put QUORATE_NAME_"
                    + name.toUpperCase(Locale.ROOT).replace('-', '_')
                    + " and QUORATE_NAME_HOST into the environment.");
      }
      if (name.equals("kind")) {
        kind = each.getValue().value().text();
      } else {
        String text = each.getValue().value().text();
        if (SecretNames.isInAddress(text)) {
          throw each.getValue()
              .refuse(
                  "the address holds a login, which the study's results would repeat; write it"
                      + " without, and credentials: NAME.");
        }
        options.put(name, text);
      }
    }
    if (kind == null) {
      throw entry.refuse("the key kind is missing; ./quorate power list names the kinds.");
    }
    return new PowerSettings.Meter(kind, options);
  }

  private static PowerSettings.@Nullable Price price(@Nullable Entry entry)
      throws StudyFileException {
    if (entry == null) {
      return null;
    }
    Section price = entry.section("per-kilowatt-hour", "currency");
    return new PowerSettings.Price(
        number(price.required("per-kilowatt-hour"), 0), price.required("currency").value().text());
  }

  private static PowerSettings.@Nullable Carbon carbon(@Nullable Entry entry)
      throws StudyFileException {
    if (entry == null) {
      return null;
    }
    Section carbon =
        entry.section(
            "grams-per-kilowatt-hour", "embodied-grams-per-host-hour", "overhead", "source");
    Entry embodied = carbon.find("embodied-grams-per-host-hour");
    Entry overhead = carbon.find("overhead");
    return new PowerSettings.Carbon(
        number(carbon.required("grams-per-kilowatt-hour"), 0),
        embodied == null ? 0 : number(embodied, 0),
        overhead == null ? 1 : number(overhead, 1),
        carbon.required("source").value().text());
  }

  private static double number(Entry entry, double least) throws StudyFileException {
    return entry
        .value()
        .as(
            text -> {
              if (!text.matches("\\d{1,9}(\\.\\d{1,9})?") || Double.parseDouble(text) < least) {
                throw new IllegalArgumentException(
                    "\"" + text + "\" is not a number of at least " + least + ".");
              }
              return Double.parseDouble(text);
            });
  }
}
