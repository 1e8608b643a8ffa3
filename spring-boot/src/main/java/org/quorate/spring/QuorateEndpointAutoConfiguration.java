package org.quorate.spring;

import org.quorate.cassandra.session.AdaptiveSession;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Adds the endpoint {@code quorate} where the application has the actuator and exposes it. */
@AutoConfiguration(after = QuorateAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(QuorateEndpoint.class)
@ConditionalOnSingleCandidate(AdaptiveSession.class)
public final class QuorateEndpointAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  QuorateEndpoint quorateEndpoint(AdaptiveSession session) {
    return new QuorateEndpoint(session.levels());
  }
}
