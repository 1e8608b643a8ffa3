package org.quorate.power.snmp;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.text.Suggestions;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;

/**
 * Outlets of power distribution units over SNMP. Several outlets of one device are one meter, whose
 * channels are summed; a host with two feeds from two devices has two meters. Thread-safe.
 */
public final class SnmpKind implements MeterKind {
  private static final String NAME = "snmp";
  private static final String SYS_OBJECT_ID = "1.3.6.1.2.1.1.2.0";

  private final Map<String, String> environment;
  private final InstantSource clock;

  /**
   * A kind that finds its secrets here.
   *
   * @param environment such as {@link System#getenv()}
   * @param clock what readings are stamped with
   */
  public SnmpKind(Map<String, String> environment, InstantSource clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "outlets of power distribution units, over SNMP 1, 2c and 3";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("address", "the device's host name or address");
    options.put("port", "its UDP port, 161 if left out");
    options.put("version", "1, 2c (if left out) or 3");
    options.put(
        "credentials",
        "file, or NAME for variables QUORATE_NAME_…, with host and the secret community (public if"
            + " left out), or for version 3 user, auth, and priv where the device encrypts");
    options.put("auth-protocol", "of version 3: SHA-256 (if left out) or SHA");
    options.put("priv-protocol", "of version 3: AES128 (if left out) or AES256");
    options.put("outlet", "the outlets that feed the host, such as 3 or 3,4; device for their sum");
    options.put("pdu", "which device of a chain, such as 2; the first if left out");
    options.put("family", "what kind of device it is; asked of the device if left out");
    options.put("families-file", "path of a file with families of your own");
    options.put("oid", "for a device of no known family: where its watts are, with %OUTLET%");
    options.put("scale", "with oid: a raw value times this is so many units, 1 if left out");
    options.put("unit", "with oid: " + MeasureUnit.symbols() + "; W if left out");
    options.put(
        "sentinel",
        "with oid: not available is negative (if left out), none, or numbers such as -1");
    options.put("timeout", "of one try, 2s if left out");
    options.put("retries", "after the first try, 2 if left out");
    return options;
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(
        MeterPresence.onRequest(
            NAME,
            "Power distribution units are found once their address is told.",
            "snmp address=HOST outlet=3 credentials=NAME (variables QUORATE_NAME_COMMUNITY and"
                + " QUORATE_NAME_HOST)"));
  }

  @Override
  public Optional<String> loginHost(MeterSettings settings) throws MeterException {
    return Optional.of(settings.required("address"));
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    if (settings.optional("family").isEmpty() && settings.optional("oid").isEmpty()) {
      return Optional.empty();
    }
    return named(settings, families(settings)).map(OutletFamily::scope);
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    List<OutletFamily> families = families(settings);
    Optional<OutletFamily> named = named(settings, families);
    SnmpAccess access =
        SnmpAccess.of(
            settings, Credentials.of(settings, settings.required("address"), environment));
    String port = access.port() == SnmpAccess.USUAL_PORT ? "" : ":" + access.port();
    String name = NAME + " " + access.address() + port;
    SnmpSession session = SnmpSession.open(access);
    boolean opened = false;
    try {
      OutletFamily family =
          named.isPresent() ? named.get() : detected(settings, families, name, session);
      SnmpMeter meter =
          SnmpMeter.open(name, session, family, points(settings, family, session), clock);
      opened = true;
      return meter;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private static List<OutletPoint> points(
      MeterSettings settings, OutletFamily family, SnmpSession session)
      throws MeterException, InterruptedException {
    return OutletPoints.of(family, settings.optional("outlet"), settings.optional("pdu"), session);
  }

  private static List<OutletFamily> families(MeterSettings settings) throws MeterException {
    Optional<String> file = settings.optional("families-file");
    return file.isPresent() ? FamilyFile.withShipped(Path.of(file.get())) : FamilyFile.shipped();
  }

  private static Optional<OutletFamily> named(MeterSettings settings, List<OutletFamily> families)
      throws MeterException {
    Optional<OutletFamily> own = OwnFamily.of(settings);
    Optional<String> name = settings.optional("family");
    if (own.isPresent() || name.isEmpty()) {
      return own;
    }
    for (OutletFamily family : families) {
      if (family.name().equals(name.get())) {
        return Optional.of(family);
      }
    }
    throw new MeterException(
        "The meter snmp knows no family \""
            + name.get()
            + "\"; it knows "
            + names(families)
            + "."
            + Suggestions.didYouMean(
                name.get(), families.stream().map(OutletFamily::name).toList()));
  }

  private static OutletFamily detected(
      MeterSettings settings, List<OutletFamily> families, String name, SnmpSession session)
      throws MeterException, InterruptedException {
    Answer answer = session.get(List.of(SYS_OBJECT_ID)).get(SYS_OBJECT_ID);
    String objectId = answer instanceof Answer.Text text ? text.text() : "";
    int longest = families.stream().mapToInt(family -> family.fits(objectId)).max().orElse(0);
    List<OutletFamily> fitting =
        families.stream()
            .filter(family -> longest > 0 && family.fits(objectId) == longest)
            .toList();
    for (OutletFamily family : fitting) {
      if (fitting.size() == 1 || answers(settings, family, session)) {
        return family;
      }
    }
    throw new MeterException(
        name
            + " says that it is "
            + (objectId.isEmpty() ? "nothing (no sysObjectID)" : objectId)
            + (fitting.isEmpty() ? ", of no known family" : ", but its power is nowhere known")
            + "; give family= one of "
            + names(families)
            + ", or oid=… of your own.");
  }

  /** Whether a device that may be of several families has what this one would read. */
  private static boolean answers(MeterSettings settings, OutletFamily family, SnmpSession session)
      throws InterruptedException, MeterException {
    Optional<String> probe =
        OutletPoints.probe(family, settings.optional("outlet"), settings.optional("pdu"));
    if (probe.isEmpty()) {
      return false;
    }
    Answer answer = session.get(List.of(probe.get())).get(probe.get());
    return answer != null
        && answer.number().filter(raw -> !family.sentinel().matches(raw)).isPresent();
  }

  private static String names(List<OutletFamily> families) {
    return String.join(", ", families.stream().map(OutletFamily::name).toList());
  }
}
