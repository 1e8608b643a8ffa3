package org.quorate.power.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.power.Quantity;

/**
 * Finds the sensors of power and energy below a folder such as {@code /sys/class/hwmon}. Of a power
 * that a chip tells both as a mean and as an instant's, the mean is taken.
 */
record Sensors(Attributes attributes) {
  private static final Pattern POWER = Pattern.compile("(power\\d+)_(average|input)");
  private static final Pattern ENERGY = Pattern.compile("energy(\\d+)_input");

  /**
   * The sensors, by chip; the files are not read yet.
   *
   * @throws IOException when the folder is there and cannot be listed
   */
  List<Sensor> find(Path root) throws IOException {
    List<Sensor> sensors = new ArrayList<>();
    for (Path device : Attributes.list(root)) {
      String name = String.valueOf(device.getFileName());
      if (name.startsWith("hwmon")) {
        String chip = attributes.optional(device.resolve("name")).orElse(name);
        sensors.addAll(of(device, chip, name));
      }
    }
    return List.copyOf(sensors);
  }

  private List<Sensor> of(Path device, String chip, String name) throws IOException {
    Map<String, Sensor> sensors = new LinkedHashMap<>();
    for (Path file : Attributes.list(device)) {
      String attribute = String.valueOf(file.getFileName());
      Matcher power = POWER.matcher(attribute);
      Matcher energy = ENERGY.matcher(attribute);
      if (power.matches()) {
        String number = power.group(1);
        Duration mean =
            power.group(2).equals("average")
                ? milliseconds(device.resolve(number + "_average_interval"))
                : Duration.ZERO;
        // The list is sorted, so that a mean comes before the same sensor's instant.
        sensors.putIfAbsent(
            number,
            new Sensor(chip, name, label(device, number, number), Quantity.POWER, file, mean));
      } else if (energy.matches()) {
        String number = "energy" + energy.group(1);
        String fallback = "power" + energy.group(1);
        sensors.put(
            number,
            new Sensor(
                chip, name, label(device, number, fallback), Quantity.ENERGY, file, Duration.ZERO));
      }
    }
    return List.copyOf(sensors.values());
  }

  private String label(Path device, String number, String fallback) {
    return attributes
        .optional(device.resolve(number + "_label"))
        .or(() -> attributes.optional(device.resolve(fallback + "_label")))
        .orElse(fallback);
  }

  private Duration milliseconds(Path file) {
    try {
      long time = Long.parseLong(attributes.optional(file).orElse("0"));
      return time > 0 ? Duration.ofMillis(time) : Duration.ZERO;
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }
}
