package org.quorate.power.ipmi;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.http.WebOptions;

/**
 * Meters behind IPMI: this machine's own controller, or one over the network. DCMI's power reading
 * is of the whole host, in whole watts.
 */
public final class Ipmi implements MeterKind {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int USUAL_PORT = 623;
  private static final List<String> DEVICES = List.of("ipmi0", "ipmi/0", "ipmidev/0");

  private final String command;
  private final Path devices;
  private final Map<String, String> environment;
  private final InstantSource clock;

  /**
   * @param environment that holds logins and the search path, such as {@link System#getenv()}
   * @param clock tells when answers were received
   */
  public Ipmi(Map<String, String> environment, InstantSource clock) {
    this("ipmitool", Path.of("/dev"), environment, clock);
  }

  /**
   * @param command name or path of ipmitool
   * @param devices where the kernel's devices are
   */
  public Ipmi(String command, Path devices, Map<String, String> environment, InstantSource clock) {
    this.command = command;
    this.devices = devices;
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "ipmi";
  }

  @Override
  public String description() {
    return "a management controller that speaks IPMI (DCMI power reading), through ipmitool";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("address", "the controller's host; this machine's own controller unless told");
    options.put("port", "its UDP port; 623 unless told");
    options.put(
        "credentials",
        "where user and password are, and for which host: a file that only you may read, or NAME"
            + " for the variables QUORATE_NAME_… of the environment");
    options.put("interface", "ipmitool's interface: lanplus (IPMI 2.0) unless told, or lan");
    options.put("privilege", "level to log in with: ADMINISTRATOR unless told, or USER, OPERATOR");
    options.put("cipher", "number of the cipher suite, where ipmitool does not find it by itself");
    options.put("sensor", "sensor of watts to read instead of DCMI; several with commas");
    options.put("scope", "what these sensors see: host unless told, or wall or supply-output");
    options.put("period", "how often to read; 1s unless told, with sensors 5s");
    options.put("timeout", "how long ipmitool may take; 15s unless told");
    return options;
  }

  @Override
  public List<MeterPresence> find() {
    Optional<Path> device =
        DEVICES.stream().map(devices::resolve).filter(Files::exists).findFirst();
    if (!isInstalled()) {
      return List.of(
          finding(
              device.isPresent() ? MeterPresence.State.UNUSABLE : MeterPresence.State.ABSENT,
              "The program ipmitool is not installed.",
              "apt-get install ipmitool"));
    }
    List<MeterPresence> findings = new ArrayList<>();
    if (device.isEmpty()) {
      findings.add(
          finding(
              MeterPresence.State.ABSENT,
              "The kernel shows no management controller: there is no " + devices + "/ipmi0.",
              "modprobe ipmi_si ipmi_devintf"));
    } else if (!Files.isReadable(device.get()) || !Files.isWritable(device.get())) {
      findings.add(
          finding(
              MeterPresence.State.UNUSABLE,
              device.get() + " may not be opened by this user.",
              "setfacl -m u:$USER:rw " + device.get()));
    } else {
      findings.add(
          new MeterPresence(
              name(),
              MeterPresence.State.PRESENT,
              "This machine's controller is at " + device.get() + ".",
              Optional.empty()));
    }
    findings.add(
        MeterPresence.onRequest(
            name() + " over the network",
            "Controllers are asked over the network, once their address is told.",
            "ipmi address=HOST credentials=FILE"));
    return findings;
  }

  private MeterPresence finding(MeterPresence.State state, String reason, String remedy) {
    return new MeterPresence(name(), state, reason, Optional.of(remedy));
  }

  private boolean isInstalled() {
    if (command.contains("/")) {
      return Files.isExecutable(Path.of(command));
    }
    return Arrays.stream(environment.getOrDefault("PATH", "/usr/bin").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  /** This machine's own controller wants no login. */
  @Override
  public Optional<String> loginHost(MeterSettings settings) {
    return settings.optional("address");
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(Scope.named(settings.optional("scope").orElse("host")));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException, InterruptedException {
    settings.checkKnown(options().keySet());
    List<String> sensors =
        settings.optional("sensor").stream()
            .flatMap(names -> Arrays.stream(names.split(",", -1)))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    for (String sensor : sensors) {
      if (sensor.startsWith("-")) {
        throw new MeterException("ipmi sensor=" + sensor + " is not the name of a sensor.");
      }
    }
    Ipmitool ipmitool = ipmitool(settings);
    int port = number(settings, "port", USUAL_PORT);
    String where =
        settings.optional("address").orElse("here") + (port == USUAL_PORT ? "" : ":" + port);
    PowerMeter meter =
        new IpmiMeter(
            "ipmi " + where + (sensors.isEmpty() ? "" : " " + String.join(", ", sensors)),
            ipmitool,
            sensors,
            Scope.named(settings.optional("scope").orElse("host")),
            WebOptions.duration(settings, "period", Duration.ofSeconds(sensors.isEmpty() ? 1 : 5)),
            clock);
    if (sensors.isEmpty()) {
      checkReading(ipmitool);
    } else {
      checkSensors(ipmitool, sensors);
    }
    return meter;
  }

  private Ipmitool ipmitool(MeterSettings settings) throws MeterException {
    Duration timeout = WebOptions.duration(settings, "timeout", TIMEOUT);
    Optional<String> address = settings.optional("address");
    if (address.isEmpty()) {
      return new Ipmitool(command, List.of("-I", "open"), Optional.empty(), timeout);
    }
    Credentials credentials = Credentials.of(settings, address.get(), environment);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-I", settings.optional("interface").orElse("lanplus")));
    arguments.addAll(List.of("-H", address.get()));
    arguments.addAll(List.of("-p", Integer.toString(number(settings, "port", USUAL_PORT))));
    if (settings.optional("cipher").isPresent()) {
      arguments.addAll(List.of("-C", Integer.toString(number(settings, "cipher", 3))));
    }
    if (settings.optional("privilege").isPresent()) {
      String privilege = settings.required("privilege").toUpperCase(Locale.ROOT);
      arguments.addAll(List.of("-L", privilege));
    }
    Optional<String> user = credentials.secret("user");
    user.ifPresent(name -> arguments.addAll(List.of("-U", name)));
    // One try per two seconds, twice: what takes longer than the timeout is killed anyway.
    arguments.addAll(List.of("-E", "-N", "2", "-R", "2"));
    String password = user.isPresent() ? credentials.required("password") : "";
    return new Ipmitool(command, arguments, Optional.of(password), timeout);
  }

  private static int number(MeterSettings settings, String name, int otherwise)
      throws MeterException {
    String text = settings.optional(name).orElse(Integer.toString(otherwise));
    try {
      int number = Integer.parseInt(text);
      if (number >= 0 && number <= 65535) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new MeterException("ipmi " + name + "=" + text + " is not a number.", e);
    }
    throw new MeterException("ipmi " + name + "=" + text + " is not between 0 and 65535.");
  }

  private static void checkReading(Ipmitool ipmitool) throws MeterException, InterruptedException {
    Ipmitool.Output output = ipmitool.run("dcmi", "power", "reading");
    Optional<String> failure = DcmiAnswer.failure(output.text());
    if (failure.isPresent()) {
      Map<String, Double> sensors = SensorTable.watts(ipmitool.run("sdr", "elist", "full").text());
      throw new MeterException(
          "The controller has no DCMI power reading ("
              + failure.get()
              + ")"
              + (sensors.isEmpty()
                  ? " and no sensor of watts; use another meter."
                  : "; read a sensor instead with sensor=… out of "
                      + String.join(", ", sensors.keySet())
                      + "."));
    }
    DcmiAnswer.parse(output.text());
  }

  private static void checkSensors(Ipmitool ipmitool, List<String> wanted)
      throws MeterException, InterruptedException {
    String text = ipmitool.run("sdr", "elist", "full").text();
    Map<String, Double> sensors = SensorTable.watts(text);
    for (String sensor : wanted) {
      if (!sensors.containsKey(sensor)) {
        throw new MeterException(
            "The controller has no sensor of watts called "
                + sensor
                + (sensors.isEmpty()
                    ? ": " + Ipmitool.firstLine(text) + "."
                    : "; it has " + String.join(", ", sensors.keySet()) + "."));
      }
    }
    double sum = wanted.stream().mapToDouble(sensors::get).sum();
    if (!(sum > 0)) {
      throw new MeterException(
          "The sensors "
              + String.join(", ", wanted)
              + " say "
              + sum
              + " W, which no running host draws; they do not work.");
    }
  }
}
