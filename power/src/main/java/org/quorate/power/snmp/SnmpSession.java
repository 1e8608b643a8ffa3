package org.quorate.power.snmp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.MeterException;
import org.quorate.power.snmp.SnmpAccess.Login;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.Target;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.VariableBinding;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/**
 * Requests to one device. Used by one thread at a time; the library's own threads receive the
 * answers.
 */
final class SnmpSession implements AutoCloseable {
  /** More objects in one request than this, and small agents answer that it is too big. */
  private static final int MOST_OBJECTS = 20;

  /** Rows of a table that are looked through at most. */
  private static final int MOST_ROWS = 10_000;

  private final SnmpAccess access;
  private final Snmp snmp;
  private final Target<UdpAddress> target;

  private SnmpSession(SnmpAccess access, Snmp snmp, Target<UdpAddress> target) {
    this.access = access;
    this.snmp = snmp;
    this.target = target;
  }

  /** Opens a socket; nothing is sent yet. */
  static SnmpSession open(SnmpAccess access) throws MeterException {
    try {
      SnmpSecurity security = SnmpSecurity.of(access);
      MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
      dispatcher.addMessageProcessingModel(security.model());
      Snmp snmp = new Snmp(dispatcher, new DefaultUdpTransportMapping());
      snmp.listen();
      return new SnmpSession(access, snmp, security.target());
    } catch (IOException e) {
      throw new MeterException(
          "No socket could be opened to ask " + access.where() + " over SNMP.", e);
    }
  }

  /**
   * Asks for objects, in as few requests as they fit into.
   *
   * @return an answer for each, in the same order
   */
  Map<String, Answer> get(List<String> oids) throws MeterException, InterruptedException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (int i = 0; i < oids.size(); i += MOST_OBJECTS) {
      answers.putAll(ask(oids.subList(i, Math.min(i + MOST_OBJECTS, oids.size()))));
    }
    return answers;
  }

  private Map<String, Answer> ask(List<String> oids) throws MeterException, InterruptedException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    List<String> asked = new ArrayList<>(oids);
    while (!asked.isEmpty()) {
      PDU response = send(PDU.GET, asked);
      int failed = response.getErrorIndex() - 1;
      if (response.getErrorStatus() == PDU.tooBig && asked.size() > 1) {
        answers.putAll(ask(asked.subList(0, asked.size() / 2)));
        answers.putAll(ask(asked.subList(asked.size() / 2, asked.size())));
        asked.clear();
      } else if (response.getErrorStatus() == PDU.noSuchName
          && failed >= 0
          && failed < asked.size()) {
        // Version 1 answers nothing at all where one of the objects is missing.
        answers.put(asked.remove(failed), new Answer.Nothing());
      } else {
        check(response);
        answers.putAll(SnmpAnswers.of(response));
        asked.clear();
      }
    }
    Map<String, Answer> inOrder = new LinkedHashMap<>();
    for (String oid : oids) {
      inOrder.put(oid, answers.getOrDefault(oid, new Answer.Nothing()));
    }
    return inOrder;
  }

  /**
   * Looks through a column of a table.
   *
   * @return the rest of the object identifier of the first row with this text
   */
  Optional<String> find(String column, String text) throws MeterException, InterruptedException {
    OID root = new OID(column);
    String at = column;
    for (int row = 0; row < MOST_ROWS; row++) {
      PDU response = send(PDU.GETNEXT, List.of(at));
      if (response.getErrorStatus() == PDU.noSuchName) {
        return Optional.empty();
      }
      check(response);
      VariableBinding binding = response.get(0);
      OID next = binding.getOid();
      // An agent that does not go forward would be asked for ever.
      if (binding.isException() || !next.startsWith(root) || next.compareTo(new OID(at)) <= 0) {
        return Optional.empty();
      }
      if (SnmpAnswers.of(binding) instanceof Answer.Text found
          && found.text().strip().equals(text)) {
        return Optional.of(next.toDottedString().substring(column.length() + 1));
      }
      at = next.toDottedString();
    }
    return Optional.empty();
  }

  private PDU send(int type, List<String> oids) throws MeterException, InterruptedException {
    PDU request = access.version() == SnmpAccess.Version.V3 ? new ScopedPDU() : new PDU();
    request.setType(type);
    oids.forEach(oid -> request.add(new VariableBinding(new OID(oid))));
    ResponseEvent<UdpAddress> event;
    try {
      event = snmp.send(request, target);
    } catch (IOException e) {
      throw new MeterException(
          access.where() + " could not be asked over SNMP: " + e.getMessage() + ".", e);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    PDU response = event == null ? null : event.getResponse();
    if (response == null) {
      throw new MeterException(silence());
    }
    if (response.getType() == PDU.REPORT) {
      throw new MeterException(access.where() + " " + SnmpSecurity.reported(response));
    }
    return response;
  }

  private String silence() {
    String tries =
        access.where()
            + " did not answer over SNMP version "
            + access.version()
            + " in "
            + (access.retries() + 1)
            + " tries of "
            + access.timeout().toMillis()
            + " ms; check the address, that the device allows this version and this host, and ";
    return access.login() instanceof Login.Community
        ? tries + "the community, since devices are silent about a wrong one."
        : tries + "the user and keys.";
  }

  private void check(PDU response) throws MeterException {
    if (response.getErrorStatus() != PDU.noError) {
      throw new MeterException(
          access.where()
              + " refused an SNMP request: "
              + response.getErrorStatusText()
              + "; check what this login may read.");
    }
  }

  @Override
  public void close() {
    try {
      snmp.close();
    } catch (IOException e) {
      // The socket is gone either way.
      return;
    }
  }
}
