package org.quorate.power.snmp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.quorate.power.MeterException;
import org.quorate.power.snmp.OutletFamily.Lookup;
import org.quorate.power.snmp.OutletFamily.Measures;

/** Fills the outlets that a user named into the object identifiers of a family. */
final class OutletPoints {
  private static final Pattern INDEX = Pattern.compile("[0-9]+(\\.[0-9]+)*");

  /** The option outlet of who wants the sum of all outlets. */
  static final String DEVICE = "device";

  private final OutletFamily family;
  private final String pdu;
  private final String found;
  private final Map<OutletPoint, String> digits = new HashMap<>();
  private final List<OutletPoint> points = new ArrayList<>();

  private OutletPoints(OutletFamily family, String pdu, String found) {
    this.family = family;
    this.pdu = pdu;
    this.found = found;
  }

  /**
   * Makes the points of a device.
   *
   * @param outlets what the user gave for outlet
   * @param pdu what the user gave for pdu
   * @return a point of what is counted for each outlet, each followed by the energy to check by
   */
  static List<OutletPoint> of(
      OutletFamily family, Optional<String> outlets, Optional<String> pdu, SnmpSession session)
      throws MeterException, InterruptedException {
    OutletPoints filled = new OutletPoints(family, pdu(family, pdu), found(family.find(), session));
    if (wholeDevice(family, outlets)) {
      Measures device =
          family
              .device()
              .orElseThrow(
                  () -> new MeterException("The family " + family.name() + " has no sum of all."));
      filled.add(DEVICE, device, filled.pdu, "");
    } else {
      for (String outlet : listed(outlets.orElseThrow())) {
        filled.addOutlet(outlet);
      }
    }
    return filled.withDigits(session);
  }

  /**
   * An object that a device of this family has, to tell it from others: the sum of all, or the
   * first outlet where there is no sum.
   */
  static Optional<String> probe(OutletFamily family, Optional<String> outlets, Optional<String> pdu)
      throws MeterException {
    OutletPoints filled =
        new OutletPoints(family, family.pdu().isEmpty() ? "" : pdu(family, pdu), "");
    if (family.device().isPresent()) {
      return Optional.of(filled.fill(family.device().get().main().oid(), filled.pdu, ""))
          .filter(oid -> !family.find().isPresent());
    }
    if (outlets.isEmpty() || outlets.get().equals(DEVICE) || family.find().isPresent()) {
      return Optional.empty();
    }
    filled.addOutlet(listed(outlets.get()).iterator().next());
    return Optional.of(filled.points.get(0).oid());
  }

  private static boolean wholeDevice(OutletFamily family, Optional<String> outlets)
      throws MeterException {
    if (outlets.isPresent() && outlets.get().equals(DEVICE)) {
      return true;
    }
    if (family.outlet().isEmpty()) {
      if (outlets.isPresent()) {
        throw new MeterException(
            "Devices of the family "
                + family.name()
                + " meter no single outlets; leave out outlet="
                + outlets.get()
                + " to read all of the device.");
      }
      return true;
    }
    if (outlets.isEmpty()) {
      throw new MeterException(
          "The meter snmp needs outlet=…: the outlets that feed the host, such as outlet=3 or"
              + " outlet=3,4"
              + (family.device().isPresent() ? ", or outlet=device for all of the device." : "."));
    }
    return false;
  }

  private static String pdu(OutletFamily family, Optional<String> given) throws MeterException {
    if (given.isEmpty()) {
      return family.pdu();
    }
    if (!INDEX.matcher(given.get()).matches()
        || given.get().split("\\.").length != family.pdu().split("\\.").length
        || family.pdu().isEmpty()) {
      throw new MeterException(
          family.pdu().isEmpty()
              ? "Devices of the family " + family.name() + " are not chained; leave out pdu."
              : "For the family "
                  + family.name()
                  + " pdu is written like "
                  + family.pdu()
                  + ", not "
                  + given.get()
                  + ".");
    }
    return given.get();
  }

  private static String found(Optional<Lookup> find, SnmpSession session)
      throws MeterException, InterruptedException {
    if (find.isEmpty()) {
      return "";
    }
    return session
        .find(find.get().column(), find.get().text())
        .orElseThrow(
            () ->
                new MeterException(
                    "The device has no \""
                        + find.get().text()
                        + "\" in "
                        + find.get().column()
                        + "; it may not measure power."));
  }

  private static Set<String> listed(String outlets) throws MeterException {
    Set<String> listed = new LinkedHashSet<>();
    for (String outlet : outlets.split(",", -1)) {
      if (!INDEX.matcher(outlet.strip()).matches()) {
        throw new MeterException(
            "An outlet is a number, or several with dots, but \"" + outlet + "\" is not.");
      }
      if (!listed.add(outlet.strip())) {
        throw new MeterException("The outlet " + outlet.strip() + " is listed twice.");
      }
    }
    return listed;
  }

  private void addOutlet(String outlet) throws MeterException {
    Measures measures = family.outlet().orElseThrow();
    int dot = outlet.lastIndexOf('.');
    if (measures.main().namesPdu() && dot > 0) {
      String before = pdu(family, Optional.of(outlet.substring(0, dot)));
      add("outlet " + outlet, measures, before, outlet.substring(dot + 1));
    } else {
      add("outlet " + outlet, measures, pdu, outlet);
    }
  }

  private void add(String name, Measures measures, String before, String outlet) {
    add(name, measures.main(), before, outlet, true);
    measures.check().ifPresent(check -> add(name + " energy", check, before, outlet, false));
  }

  private void add(
      String name, ManagedObject measure, String before, String outlet, boolean counted) {
    OutletPoint point =
        new OutletPoint(
            name,
            fill(measure.oid(), before, outlet),
            measure.factor(),
            measure.unit().quantity(),
            measure.available().map(template -> fill(template, before, outlet)),
            family.sentinel(),
            family.scope(),
            counted);
    points.add(point);
    measure.digits().ifPresent(template -> digits.put(point, fill(template, before, outlet)));
  }

  private String fill(String template, String before, String outlet) {
    return template.replace("%PDU%", before).replace("%OUTLET%", outlet).replace("%FOUND%", found);
  }

  private List<OutletPoint> withDigits(SnmpSession session)
      throws MeterException, InterruptedException {
    Map<String, Answer> answers = session.get(List.copyOf(digits.values()));
    List<OutletPoint> scaled = new ArrayList<>();
    for (OutletPoint point : points) {
      String oid = digits.get(point);
      Answer answer = oid == null ? null : answers.get(oid);
      if (answer == null) {
        scaled.add(point);
      } else if (answer.number().isPresent()) {
        scaled.add(point.withDigits(answer.number().get()));
      } else if (point.counted()) {
        throw new MeterException(
            "The device does not tell the decimal digits of "
                + point.name()
                + " in "
                + oid
                + "; it has no such outlet, or is not of the family "
                + family.name()
                + ".");
      }
    }
    return scaled;
  }
}
