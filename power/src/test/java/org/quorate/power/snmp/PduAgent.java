package org.quorate.power.snmp;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.snmp4j.CommandResponder;
import org.snmp4j.CommandResponderEvent;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.MessageException;
import org.snmp4j.PDU;
import org.snmp4j.SNMP4JSettings;
import org.snmp4j.Snmp;
import org.snmp4j.mp.MPv1;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.MessageProcessingModel;
import org.snmp4j.mp.StatusInformation;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.Gauge32;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/** A device that answers SNMP on the loopback interface, with whatever objects a test gives it. */
public final class PduAgent implements CommandResponder, AutoCloseable {
  private final ConcurrentSkipListMap<OID, Variable> objects = new ConcurrentSkipListMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final String community;
  private final DefaultUdpTransportMapping transport;
  private final Snmp snmp;
  private final USM usm;
  private volatile boolean silent;
  private volatile int mostObjects = Integer.MAX_VALUE;

  public PduAgent(String community) throws IOException {
    this.community = community;
    // As devices do; the library's own agent would authenticate reports with the key that failed.
    SNMP4JSettings.setReportSecurityLevelStrategy(
        SNMP4JSettings.ReportSecurityLevelStrategy.noAuthNoPrivIfNeeded);
    transport = new DefaultUdpTransportMapping(new UdpAddress(InetAddress.getLoopbackAddress(), 0));
    usm =
        new USM(
            new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.maxCompatibility),
            new OctetString(MPv3.createLocalEngineID(new OctetString("pdu"))),
            1);
    MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
    dispatcher.addMessageProcessingModel(new MPv1());
    dispatcher.addMessageProcessingModel(new MPv2c());
    dispatcher.addMessageProcessingModel(new MPv3(usm));
    snmp = new Snmp(dispatcher, transport);
    snmp.addCommandResponder(this);
    snmp.listen();
  }

  public int port() {
    return transport.getListenAddress().getPort();
  }

  int requests() {
    return requests.get();
  }

  void user(String name, OID authentication, String auth, Optional<OID> privacy, String priv) {
    usm.addUser(
        new UsmUser(
            new OctetString(name),
            authentication,
            new OctetString(auth),
            privacy.orElse(null),
            privacy.isPresent() ? new OctetString(priv) : null));
  }

  public PduAgent set(String oid, Variable value) {
    objects.put(new OID(oid), value);
    return this;
  }

  public PduAgent integer(String oid, int value) {
    return set(oid, new Integer32(value));
  }

  public PduAgent gauge(String oid, long value) {
    return set(oid, new Gauge32(value));
  }

  public PduAgent is(String sysObjectId) {
    return set("1.3.6.1.2.1.1.2.0", new OID(sysObjectId));
  }

  public void remove(String oid) {
    objects.remove(new OID(oid));
  }

  void silent(boolean silent) {
    this.silent = silent;
  }

  void answersAtMost(int objectsAtOnce) {
    mostObjects = objectsAtOnce;
  }

  @Override
  public <A extends Address> void processPdu(CommandResponderEvent<A> event) {
    PDU request = event.getPDU();
    boolean third = event.getMessageProcessingModel() == MessageProcessingModel.MPv3;
    if (request == null
        || silent
        || (!third && !community.equals(new OctetString(event.getSecurityName()).toString()))) {
      return;
    }
    requests.incrementAndGet();
    event.setProcessed(true);
    boolean first = event.getMessageProcessingModel() == MessageProcessingModel.MPv1;
    PDU response = (PDU) request.clone();
    response.setType(PDU.RESPONSE);
    if (request.size() > mostObjects) {
      response.setErrorStatus(PDU.tooBig);
    } else {
      fill(request, response, first);
    }
    try {
      event
          .getMessageDispatcher()
          .returnResponsePdu(
              event.getMessageProcessingModel(),
              event.getSecurityModel(),
              event.getSecurityName(),
              event.getSecurityLevel(),
              response,
              event.getMaxSizeResponsePDU(),
              event.getStateReference(),
              new StatusInformation());
    } catch (MessageException e) {
      throw new IllegalStateException(e);
    }
  }

  private void fill(PDU request, PDU response, boolean first) {
    for (int i = 0; i < request.size(); i++) {
      OID oid = request.get(i).getOid();
      boolean next = request.getType() == PDU.GETNEXT;
      Map.Entry<OID, Variable> found =
          next ? objects.higherEntry(oid) : objects.containsKey(oid) ? entry(oid) : null;
      if (found != null) {
        response.set(i, new VariableBinding(found.getKey(), found.getValue()));
      } else if (first) {
        response.setErrorStatus(PDU.noSuchName);
        response.setErrorIndex(i + 1);
        return;
      } else {
        response.set(i, new VariableBinding(oid, next ? Null.endOfMibView : Null.noSuchInstance));
      }
    }
  }

  private Map.Entry<OID, Variable> entry(OID oid) {
    return objects.ceilingEntry(oid);
  }

  @Override
  public void close() throws IOException {
    snmp.close();
  }
}
