package org.quorate.power.registry;

import java.time.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.text.Suggestions;
import org.quorate.power.CredentialScope;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.file.CsvFile;
import org.quorate.power.file.EnergiBridge;
import org.quorate.power.file.PowerJoular;
import org.quorate.power.file.WattsUp;
import org.quorate.power.ipmi.Ipmi;
import org.quorate.power.kwollect.Kwollect;
import org.quorate.power.linux.Hwmon;
import org.quorate.power.linux.Perf;
import org.quorate.power.linux.Powercap;
import org.quorate.power.liveness.LivenessCheck;
import org.quorate.power.model.MachineModel;
import org.quorate.power.prometheus.Prometheus;
import org.quorate.power.prometheus.Scrape;
import org.quorate.power.redfish.Redfish;
import org.quorate.power.snmp.SnmpKind;

/** The kinds of meters that there are, by name. Immutable and thread-safe. */
public final class MeterKinds {
  /** The option that all kinds have. */
  private static final String APART = "apart";

  private static final Map<String, Boolean> ANSWERS =
      Map.of("yes", true, "true", true, "no", false, "false", false);

  private final Map<String, MeterKind> kinds;

  /**
   * These kinds, in this order.
   *
   * @throws IllegalArgumentException if two have the same name
   */
  public MeterKinds(List<MeterKind> kinds) {
    Map<String, MeterKind> byName = new LinkedHashMap<>();
    for (MeterKind kind : kinds) {
      if (byName.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("Two kinds of meters are named " + kind.name() + ".");
      }
    }
    this.kinds = Collections.unmodifiableMap(byName);
  }

  /**
   * All that Quorate has: this machine's own meters, those of its management controller and of the
   * power distribution, those of monitoring systems, files, and at last the model.
   *
   * @param clock tells when answers were received, and the time zone of local times in files
   * @param environment that holds logins, such as {@link System#getenv()}
   */
  public static MeterKinds standard(Clock clock, Map<String, String> environment) {
    LivenessCheck liveness = LivenessCheck.onThisMachine();
    return new MeterKinds(
        List.of(
            new Powercap(clock, liveness),
            new Perf(clock, liveness),
            new Hwmon(clock, liveness),
            new Ipmi(environment, clock),
            new Redfish(environment, clock),
            new SnmpKind(environment, clock),
            new Kwollect(environment, clock),
            new Prometheus(environment, clock),
            new Scrape(environment, clock),
            new WattsUp(clock),
            new CsvFile(clock),
            new EnergiBridge(clock),
            new PowerJoular(clock),
            new MachineModel(clock)));
  }

  /** All kinds, in their order. */
  public Collection<MeterKind> all() {
    return kinds.values();
  }

  /** Their names, in the same order. */
  public Set<String> names() {
    return kinds.keySet();
  }

  /**
   * The kind of that name.
   *
   * @throws MeterException if there is none; the message lists them and says which is near
   */
  public MeterKind named(String name) throws MeterException {
    MeterKind kind = kinds.get(name);
    if (kind == null) {
      throw new MeterException(
          "There is no meter \""
              + name
              + "\"; there are "
              + String.join(", ", kinds.keySet())
              + "."
              + Suggestions.didYouMean(name, kinds.keySet()));
    }
    return kind;
  }

  /**
   * Checks what can be checked without touching the meter: that its kind exists and knows every
   * option.
   *
   * @throws MeterException naming what is misspelt
   */
  public void check(MeterSettings settings) throws MeterException {
    settings.checkKnown(options(named(settings.kind())).keySet());
    isApart(settings);
    RatedMeter.check(settings);
  }

  /** The options of a kind and those that all kinds have, name to one line each. */
  public static Map<String, String> options(MeterKind kind) {
    Map<String, String> options = new LinkedHashMap<>(kind.options());
    options.putIfAbsent(APART, "yes: the meter is recorded and not counted; no by default");
    RatedMeter.OPTIONS.forEach(options::putIfAbsent);
    return Collections.unmodifiableMap(options);
  }

  /**
   * Which secrets a meter would send to whom, where its settings name any. Nothing is connected to.
   *
   * @throws MeterException if there is no such kind, or the settings do not say who it is
   */
  public Optional<CredentialScope> login(MeterSettings settings) throws MeterException {
    Optional<String> credentials = settings.optional("credentials");
    return credentials.isEmpty()
        ? Optional.empty()
        : named(settings.kind())
            .loginHost(ofKind(settings))
            .map(host -> new CredentialScope(credentials.get(), host));
  }

  /**
   * Checks that the secrets which a meter needs are there, and are meant for whom they would be
   * sent to.
   *
   * @param environment as {@link Credentials#of} takes it
   * @throws MeterException naming what is missing, and no secret
   */
  public void checkLogin(MeterSettings settings, Map<String, String> environment)
      throws MeterException {
    Optional<CredentialScope> login = login(settings);
    if (login.isPresent()) {
      Credentials.of(settings, login.get().host(), environment);
    }
  }

  /**
   * What a meter will count, as far as that is known without touching it; empty where it is not, or
   * the meter is only recorded.
   *
   * @throws MeterException where the settings contradict themselves
   */
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return isApart(settings) ? Optional.empty() : named(settings.kind()).scope(ofKind(settings));
  }

  /**
   * Opens a meter. Any kind may be told {@code apart: yes}: then it is recorded and not counted.
   *
   * @throws MeterException when there is no such kind, it cannot be opened, or is said to be off by
   *     something that it cannot be off by
   */
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    MeterKind kind = named(settings.kind());
    check(settings);
    PowerMeter meter = kind.open(ofKind(settings));
    try {
      PowerMeter rated = RatedMeter.of(kind, settings, meter);
      return isApart(settings) ? new ApartMeter(rated) : rated;
    } catch (MeterException e) {
      meter.close();
      throw e;
    }
  }

  private static boolean isApart(MeterSettings settings) throws MeterException {
    String text = settings.optional(APART).orElse("no");
    if (!ANSWERS.containsKey(text)) {
      throw new MeterException(
          "The option apart=" + text + " of the meter " + settings.kind() + " is yes or no.");
    }
    return ANSWERS.getOrDefault(text, false);
  }

  /** The settings without the options that all kinds have, as a kind knows them. */
  private static MeterSettings ofKind(MeterSettings settings) {
    Map<String, String> options = new LinkedHashMap<>(settings.options());
    options.remove(APART);
    options.keySet().removeAll(RatedMeter.OPTIONS.keySet());
    return new MeterSettings(settings.kind(), options);
  }
}
