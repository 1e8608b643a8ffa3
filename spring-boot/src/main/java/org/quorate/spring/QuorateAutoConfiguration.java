package org.quorate.spring;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.DriverFileSettings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.cassandra.autoconfigure.CassandraAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Makes the application's session an adaptive one, where the application makes none of its own:
 * that of Spring Boot, wrapped. Beans that are {@link LevelListener}s hear of its events.
 */
@AutoConfiguration(before = CassandraAutoConfiguration.class)
@ConditionalOnClass({CqlSession.class, Quorate.class})
@ConditionalOnBooleanProperty(name = QuorateProperties.PREFIX + ".enabled", matchIfMissing = true)
@EnableConfigurationProperties(QuorateProperties.class)
public final class QuorateAutoConfiguration {
  @Bean
  DriverOptions quorateDriverOptions(QuorateProperties properties) {
    return new DriverOptions(properties);
  }

  /** Connects when it is asked for first, as the one of Spring Boot does. */
  @Bean
  @Lazy
  @ConditionalOnMissingBean(CqlSession.class)
  AdaptiveSession cassandraSession(
      CqlSessionBuilder builder,
      DriverOptions options,
      ObjectProvider<LevelListener> listeners,
      ObjectProvider<AdaptiveSettingsCustomizer> customizers) {
    CqlSession plain = builder.build();
    try {
      DriverExecutionProfile stated = plain.getContext().getConfig().getDefaultProfile();
      options.requireIn(stated);
      AdaptiveSettings.Builder settings = DriverFileSettings.read(stated).toBuilder();
      listeners.orderedStream().forEach(settings::listener);
      customizers.orderedStream().forEach(customizer -> customizer.customize(settings));
      return Quorate.adaptive(plain, settings.build());
    } catch (RuntimeException e) {
      plain.close();
      throw e;
    }
  }
}
