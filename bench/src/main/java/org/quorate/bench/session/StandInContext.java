package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;

/** Makes the driver's own context with its defaults, as if a cluster had agreed on a protocol. */
final class StandInContext {
  private StandInContext() {}

  static InternalDriverContext create() {
    DefaultDriverContext context =
        new DefaultDriverContext(
            DriverConfigLoader.programmaticBuilder().build(),
            ProgrammaticArguments.builder().build());
    context.getChannelFactory().setProtocolVersion(DefaultProtocolVersion.V5);
    return context;
  }
}
