package com.example.cart;

import com.datastax.oss.quarkus.runtime.api.session.QuarkusCqlSession;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.session.AdaptiveSession;

/** Makes an adaptive session of the one that the Cassandra extension has. */
@ApplicationScoped
class AdaptiveSessionProducer {
  @Produces
  @ApplicationScoped
  AdaptiveSession adaptiveSession(QuarkusCqlSession session) {
    return Quorate.adaptive(session);
  }

  /** The extension closes its own session; this ends what watches the cluster. */
  void end(@Disposes AdaptiveSession session) {
    session.levels().close();
  }
}
