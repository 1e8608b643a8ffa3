package org.quorate.power.conformance;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.snmp.PduAgent;
import org.quorate.power.snmp.SnmpKind;
import org.snmp4j.smi.Counter32;

/** An outlet of a power distribution unit that speaks SNMP on a socket. */
final class Outlet implements Device {
  private static final String EATON = "1.3.6.1.4.1.534.6.6.7";
  private static final String OWN = "1.3.6.1.4.1.99999.4.0";

  private final Run run;
  private final PduAgent agent;
  private final Form form;
  private final Map<String, String> options = new LinkedHashMap<>();

  /** How an agent tells a number. */
  private interface Form {
    void tell(PduAgent agent, double value);
  }

  private Outlet(Run run, Form form, String... options) throws Exception {
    this.run = run;
    this.form = form;
    this.agent = new PduAgent("public");
    this.options.put("address", "127.0.0.1");
    this.options.put("port", Integer.toString(agent.port()));
    for (String option : options) {
      String[] pair = option.split("=", 2);
      this.options.put(pair[0], pair[1]);
    }
  }

  /** An outlet of an Eaton in watts. */
  static Outlet watts(Run run) throws Exception {
    return new Outlet(run, gauge(EATON, EATON + ".6.5.1.3.0.3"), "outlet=3");
  }

  /** The sum of an APC's outlets, in hundredths of kilowatts. */
  static Outlet hundredthsOfKilowatts(Run run) throws Exception {
    Form form = gauge("1.3.6.1.4.1.318.1.3.4.6", "1.3.6.1.4.1.318.1.1.26.4.3.1.5.1");
    return new Outlet(run, (agent, watts) -> form.tell(agent, watts / 10), "outlet=device");
  }

  /** An outlet of a Raritan, in tenths of watts as it says itself. */
  static Outlet tenthsOfWatts(Run run) throws Exception {
    String raritan = "1.3.6.1.4.1.13742.6";
    Form form = gauge(raritan, raritan + ".5.4.3.1.4.1.9.5");
    return new Outlet(
        run,
        (agent, watts) -> {
          agent.gauge(raritan + ".3.5.4.1.7.1.9.5", 1).integer(raritan + ".5.4.3.1.2.1.9.5", 1);
          form.tell(agent, 10 * watts);
        },
        "outlet=9");
  }

  private static Form gauge(String objectId, String oid) {
    return (agent, value) -> {
      agent.is(objectId);
      if (Double.isNaN(value)) {
        agent.remove(oid);
      } else {
        agent.integer(oid, (int) Math.round(value));
      }
    };
  }

  /** A counter of joules of 32 bits. */
  static Outlet joules(Run run) throws Exception {
    return new Outlet(
        run,
        (agent, value) ->
            agent.is("1.3.6.1.4.1.99999").set(OWN, new Counter32(Math.round(value) & 0xFFFFFFFFL)),
        "oid=" + OWN,
        "unit=J");
  }

  @Override
  public void tell(Instant now, double value) {
    form.tell(agent, value);
  }

  @Override
  public PowerMeter open() throws Exception {
    return new SnmpKind(Map.of(), run.clock).open(new MeterSettings("snmp", options));
  }

  @Override
  public void close() throws Exception {
    agent.close();
  }

  @Override
  public String toString() {
    return "snmp";
  }
}
