package org.quorate.lab.counter;

import java.net.MalformedURLException;
import javax.management.remote.JMXServiceURL;

/** Where servers on this machine listen for JMX. Stateless. */
public final class LocalManagement {
  private LocalManagement() {}

  /** The address of a port on the loopback interface. */
  public static JMXServiceURL address(int port) {
    try {
      return new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("No port: " + port, e);
    }
  }
}
