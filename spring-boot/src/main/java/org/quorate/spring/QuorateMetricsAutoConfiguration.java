package org.quorate.spring;

import io.micrometer.core.instrument.MeterRegistry;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.micrometer.SessionMeters;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Hands the metrics of the application's adaptive session to its registry, where it has both. The
 * session connects when the application starts then, since its tables are needed for that.
 */
@AutoConfiguration(
    after = QuorateAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, SessionMeters.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(AdaptiveSession.class)
public final class QuorateMetricsAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  SessionMeters quorateSessionMeters(AdaptiveSession session) {
    return new SessionMeters(session);
  }
}
