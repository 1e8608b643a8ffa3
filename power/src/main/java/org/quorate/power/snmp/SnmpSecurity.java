package org.quorate.power.snmp;

import java.util.Map;
import org.quorate.power.MeterException;
import org.quorate.power.snmp.SnmpAccess.Login;
import org.quorate.power.snmp.SnmpAccess.Privacy;
import org.quorate.power.snmp.SnmpAccess.Version;
import org.snmp4j.CommunityTarget;
import org.snmp4j.PDU;
import org.snmp4j.Target;
import org.snmp4j.UserTarget;
import org.snmp4j.mp.MPv1;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.MessageProcessingModel;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;

/**
 * How messages to one device are protected: each session has users and keys of its own, not the
 * library's shared ones.
 */
record SnmpSecurity(MessageProcessingModel model, Target<UdpAddress> target) {
  private static final Map<OID, String> REPORTS =
      Map.of(
          SnmpConstants.usmStatsUnsupportedSecLevels,
          "does not serve this user at this level of protection; give or leave out the secret priv.",
          SnmpConstants.usmStatsNotInTimeWindows,
          "found the clock of the request too far off; restart its SNMP agent.",
          SnmpConstants.usmStatsUnknownUserNames,
          "does not know the user of the credentials.",
          SnmpConstants.usmStatsWrongDigests,
          "refused the key; check the secret auth and auth-protocol.",
          SnmpConstants.usmStatsDecryptionErrors,
          "could not decrypt the request; check the secret priv and priv-protocol.");

  static SnmpSecurity of(SnmpAccess access) throws MeterException {
    UdpAddress address = new UdpAddress(access.resolved(), access.port());
    if (access.login() instanceof Login.User user) {
      return user(access, address, user);
    }
    Login.Community login = (Login.Community) access.login();
    CommunityTarget<UdpAddress> target =
        new CommunityTarget<>(address, new OctetString(login.community()));
    boolean first = access.version() == Version.V1;
    target.setVersion(first ? SnmpConstants.version1 : SnmpConstants.version2c);
    return new SnmpSecurity(first ? new MPv1() : new MPv2c(), patient(target, access));
  }

  private static SnmpSecurity user(SnmpAccess access, UdpAddress address, Login.User user)
      throws MeterException {
    SecurityProtocols protocols =
        new SecurityProtocols(SecurityProtocols.SecurityProtocolSet.maxCompatibility);
    USM usm = new USM(protocols, new OctetString(MPv3.createLocalEngineID()), 0);
    OctetString name = new OctetString(user.name());
    try {
      usm.addUser(
          new UsmUser(
              name,
              user.authentication().protocol().equals("SHA") ? AuthSHA.ID : AuthHMAC192SHA256.ID,
              new OctetString(user.authentication().passphrase()),
              user.privacy().map(SnmpSecurity::cipher).orElse(null),
              user.privacy().map(Privacy::passphrase).map(OctetString::new).orElse(null)));
    } catch (IllegalArgumentException e) {
      throw new MeterException("The SNMP user of the credentials cannot be used.", e);
    }
    UserTarget<UdpAddress> target = new UserTarget<>();
    target.setAddress(address);
    target.setVersion(SnmpConstants.version3);
    target.setSecurityName(name);
    target.setSecurityLevel(
        user.privacy().isPresent() ? SecurityLevel.AUTH_PRIV : SecurityLevel.AUTH_NOPRIV);
    return new SnmpSecurity(new MPv3(usm), patient(target, access));
  }

  private static OID cipher(Privacy privacy) {
    return privacy.protocol().equals("AES128") ? PrivAES128.ID : PrivAES256.ID;
  }

  private static Target<UdpAddress> patient(Target<UdpAddress> target, SnmpAccess access) {
    target.setTimeout(access.timeout().toMillis());
    target.setRetries(access.retries());
    return target;
  }

  /** What a report of version 3 says is wrong, to go after the device's name. */
  static String reported(PDU report) {
    if (report.size() > 0) {
      String known = REPORTS.get(report.get(0).getOid());
      if (known != null) {
        return known;
      }
      return "answered with the SNMP report " + report.get(0).getOid().toDottedString() + ".";
    }
    return "answered with an empty SNMP report.";
  }
}
