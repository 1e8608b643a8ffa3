package org.quorate.power.snmp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.power.MeterException;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/** Reads families from YAML, whose form the comment at the top of {@code families.yaml} tells. */
final class FamilyFile {
  private static final String SHIPPED = "families.yaml";
  private static final int LARGEST = 1 << 20;

  private FamilyFile() {}

  /** The families that come with the program. */
  static List<OutletFamily> shipped() {
    try (InputStream file = FamilyFile.class.getResourceAsStream(SHIPPED)) {
      if (file == null) {
        throw new IllegalStateException(SHIPPED + " is missing from the jar.");
      }
      return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8), SHIPPED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MeterException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A user's families first, then those shipped ones whose names they do not take. */
  static List<OutletFamily> withShipped(Path file) throws MeterException {
    Map<String, OutletFamily> families = new LinkedHashMap<>();
    read(file).forEach(family -> families.put(family.name(), family));
    shipped().forEach(family -> families.putIfAbsent(family.name(), family));
    return List.copyOf(families.values());
  }

  private static List<OutletFamily> read(Path file) throws MeterException {
    try {
      if (Files.size(file) > LARGEST) {
        throw new MeterException("The families file " + file + " is longer than 1 MiB.");
      }
      return parse(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new MeterException(
          "The families file " + file + " cannot be read; check families-file=" + file + ".", e);
    }
  }

  static List<OutletFamily> parse(String yaml, String file) throws MeterException {
    Object root;
    try {
      LoadSettings settings =
          LoadSettings.builder()
              .setLabel(file)
              .setAllowDuplicateKeys(false)
              .setMaxAliasesForCollections(0)
              .setCodePointLimit(LARGEST)
              .setSchema(new JsonSchema())
              .build();
      root = new Load(settings).loadFromString(yaml);
    } catch (YamlEngineException e) {
      throw new MeterException(
          "The families file "
              + file
              + " is not YAML: "
              + String.valueOf(e.getMessage()).replace('\n', ' '),
          e);
    }
    FamilyRow top = FamilyRow.of(root, file);
    top.allow("families");
    FamilyRow rows = top.child("families");
    List<OutletFamily> families = new ArrayList<>();
    for (String name : rows.keys()) {
      families.add(rows.child(name).family(name));
    }
    return families;
  }
}
