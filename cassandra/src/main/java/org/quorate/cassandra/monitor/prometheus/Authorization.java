package org.quorate.cassandra.monitor.prometheus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.quorate.cassandra.access.Login;

/** What a request says to be let in. Over plain HTTP everybody on the way can read it. */
@FunctionalInterface
public interface Authorization {
  /** The value of the header {@code Authorization}, or empty for none. */
  Optional<String> header() throws IOException;

  /** None. */
  static Authorization none() {
    return Optional::empty;
  }

  /** User and password. */
  static Authorization basic(Login login) {
    String credentials = login.user() + ":" + login.password();
    String encoded =
        Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    return () -> Optional.of("Basic " + encoded);
  }

  /** A token, read from the file anew for every request, since tokens are replaced. */
  static Authorization bearer(Path file) {
    return () -> Optional.of("Bearer " + Login.readLine(file));
  }
}
