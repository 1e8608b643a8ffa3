package org.quorate.power.snmp;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;
import org.quorate.power.snmp.OutletFamily.Lookup;
import org.quorate.power.snmp.OutletFamily.Measures;

/**
 * One mapping of a families file, checked while it is read.
 *
 * @param place where it is, for messages
 */
record FamilyRow(Map<String, Object> entries, String place) {
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9]+(\\.[0-9]+)+");
  private static final Pattern TEMPLATE =
      Pattern.compile("[0-9]+(\\.([0-9]+|%PDU%|%OUTLET%|%FOUND%))+");
  private static final Pattern INDEX = Pattern.compile("|[0-9]+(\\.[0-9]+)*");

  static FamilyRow of(@Nullable Object value, String place) throws MeterException {
    if (!(value instanceof Map<?, ?> map)) {
      throw new MeterException(place + " must be names with values, but is " + shown(value) + ".");
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (entry.getValue() == null) {
        throw new MeterException(place + ": " + entry.getKey() + " has no value.");
      }
      entries.put(String.valueOf(entry.getKey()), entry.getValue());
    }
    return new FamilyRow(entries, place);
  }

  /** A value in a message; a collection, which may be endless or large, only by its kind. */
  private static String shown(@Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      return "names with values";
    }
    return value instanceof Iterable<?> ? "a list" : String.valueOf(value);
  }

  Set<String> keys() {
    return entries.keySet();
  }

  void allow(String... known) throws MeterException {
    for (String key : entries.keySet()) {
      if (!List.of(known).contains(key)) {
        throw new MeterException(
            place
                + " has an unknown \""
                + key
                + "\"; it may have "
                + String.join(", ", known)
                + "."
                + Suggestions.didYouMean(key, List.of(known)));
      }
    }
  }

  FamilyRow child(String key) throws MeterException {
    return of(entries.get(key), place + ", " + key);
  }

  OutletFamily family(String name) throws MeterException {
    allow(
        "about",
        "source",
        "sysObjectID",
        "scope",
        "pdu",
        "sentinel",
        "refresh",
        "find",
        "outlet",
        "device");
    Optional<Measures> outlet = measures("outlet");
    Optional<Measures> device = measures("device");
    if (outlet.isEmpty() && device.isEmpty()) {
      throw new MeterException(place + " needs outlet, device or both.");
    }
    if (outlet.isPresent() && !outlet.get().main().namesOutlet()) {
      throw new MeterException(place + ": the oid of an outlet needs %OUTLET%.");
    }
    if (device.isPresent() && device.get().main().namesOutlet()) {
      throw new MeterException(place + ": the oid of a device has no %OUTLET%.");
    }
    return new OutletFamily(
        name,
        text("about").orElse(name),
        text("source").orElse(""),
        objectIds(),
        scope(),
        matching("pdu", INDEX, "numbers with dots").orElse(""),
        sentinel(),
        refresh(),
        find(),
        outlet,
        device);
  }

  private Optional<Measures> measures(String key) throws MeterException {
    if (!entries.containsKey(key)) {
      return Optional.empty();
    }
    FamilyRow row = child(key);
    row.allow("power", "energy");
    Optional<ManagedObject> power = row.measure("power");
    Optional<ManagedObject> energy = row.measure("energy");
    if (power.isEmpty() && energy.isEmpty()) {
      throw new MeterException(row.place + " needs power, energy or both.");
    }
    return Optional.of(
        power
            .map(main -> new Measures(main, energy))
            .orElseGet(() -> new Measures(energy.orElseThrow(), Optional.empty())));
  }

  private Optional<ManagedObject> measure(String key) throws MeterException {
    if (!entries.containsKey(key)) {
      return Optional.empty();
    }
    FamilyRow row = child(key);
    row.allow("oid", "scale", "unit", "digits", "available");
    Optional<String> oid = row.template("oid");
    Optional<MeasureUnit> unit = row.text("unit").flatMap(MeasureUnit::of);
    if (oid.isEmpty() || unit.isEmpty()) {
      throw new MeterException(
          row.place + " needs an oid and a unit out of " + MeasureUnit.symbols() + ".");
    }
    boolean power = unit.get().quantity() == Quantity.POWER;
    if (power != key.equals("power")) {
      throw new MeterException(row.place + " has a unit of something else than " + key + ".");
    }
    return Optional.of(
        new ManagedObject(
            oid.get(), row.scale(), unit.get(), row.template("digits"), row.template("available")));
  }

  private double scale() throws MeterException {
    String text = text("scale").orElse("1");
    try {
      double scale = new BigDecimal(text).doubleValue();
      if (scale > 0) {
        return scale;
      }
    } catch (NumberFormatException e) {
      throw new MeterException(place + ": the scale " + text + " is not a number.", e);
    }
    throw new MeterException(place + ": the scale " + text + " is not above 0.");
  }

  private List<String> objectIds() throws MeterException {
    List<String> objectIds = new ArrayList<>();
    if (entries.get("sysObjectID") instanceof List<?> list) {
      for (Object objectId : list) {
        if (!OBJECT_ID.matcher(shown(objectId)).matches()) {
          throw new MeterException(
              place + ": " + shown(objectId) + " is not an object identifier.");
        }
        objectIds.add(shown(objectId));
      }
    } else if (entries.containsKey("sysObjectID")) {
      throw new MeterException(place + ": sysObjectID must be a list, such as [1.3.6.1.4.1.318].");
    }
    return objectIds;
  }

  private Scope scope() throws MeterException {
    return switch (text("scope").orElse("wall").toLowerCase(Locale.ROOT)) {
      case "wall" -> Scope.WALL;
      case "host" -> Scope.HOST;
      default -> throw new MeterException(place + ": the scope must be wall or host.");
    };
  }

  private Sentinel sentinel() throws MeterException {
    try {
      return Sentinel.parse(text("sentinel").orElse("negative"));
    } catch (IllegalArgumentException e) {
      throw new MeterException(place + ": " + e.getMessage() + ".", e);
    }
  }

  private Duration refresh() throws MeterException {
    Optional<String> text = text("refresh");
    try {
      return text.map(Durations::parse).orElse(OutletFamily.USUAL_REFRESH);
    } catch (IllegalArgumentException e) {
      throw new MeterException(place + ": refresh is no duration, such as 1s.", e);
    }
  }

  private Optional<Lookup> find() throws MeterException {
    if (!entries.containsKey("find")) {
      return Optional.empty();
    }
    FamilyRow row = child("find");
    row.allow("column", "text");
    Optional<String> column = row.matching("column", OBJECT_ID, "an object identifier");
    Optional<String> text = row.text("text");
    if (column.isEmpty() || text.isEmpty()) {
      throw new MeterException(row.place + " needs a column and a text.");
    }
    return Optional.of(new Lookup(column.get(), text.get()));
  }

  private Optional<String> template(String key) throws MeterException {
    return matching(
        key,
        TEMPLATE,
        "an object identifier, such as 1.3.6.1.4.1.99.1.%OUTLET%, without a dot first");
  }

  private Optional<String> matching(String key, Pattern pattern, String form)
      throws MeterException {
    Optional<String> text = text(key);
    if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
      throw new MeterException(place + ": " + key + " \"" + text.get() + "\" is not " + form + ".");
    }
    return text;
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(entries.get(key)).map(value -> shown(value).strip());
  }
}
