package org.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.DriverFileSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.micrometer.SessionMeters;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.cassandra.autoconfigure.CassandraAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;

/** What is wired when; nothing here connects. */
class QuorateAutoConfigurationTest {
  private static final String EXPOSED = "management.endpoints.web.exposure.include=quorate";
  private static final Metric RATE =
      new Metric("quorate.reads.rate", Metric.Kind.GAUGE, "", "Reads.", Map.of("table", "a.b"), 7);

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  CassandraAutoConfiguration.class,
                  MetricsAutoConfiguration.class,
                  QuorateAutoConfiguration.class,
                  QuorateEndpointAutoConfiguration.class,
                  QuorateMetricsAutoConfiguration.class));

  /** An application as a user writes it. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  /** Names what Spring Boot would find, so that no class is loaded before its conditions hold. */
  static class ByName implements DeferredImportSelector {
    @Override
    public String[] selectImports(AnnotationMetadata importing) {
      return new String[] {
        "org.springframework.boot.cassandra.autoconfigure.CassandraAutoConfiguration",
        "org.quorate.spring.QuorateAutoConfiguration",
        "org.quorate.spring.QuorateEndpointAutoConfiguration",
        "org.quorate.spring.QuorateMetricsAutoConfiguration",
      };
    }
  }

  /** An application without the actuator. */
  @Configuration(proxyBeanMethods = false)
  @Import(ByName.class)
  static class BareApplication {}

  private static AdaptiveSettings settings(ApplicationContext context) {
    return DriverFileSettings.read(
        context.getBean(DriverConfigLoader.class).getInitialConfig().getDefaultProfile());
  }

  @Test
  void theSessionOfTheApplicationIsAnAdaptiveOneThatConnectsWhenItIsAskedFor() {
    runner.run(
        context -> {
          assertThat(context).hasNotFailed();
          assertThat(context.getBeanNamesForType(CqlSession.class))
              .containsExactly("cassandraSession");
          assertThat(context.getBeanNamesForType(AdaptiveSession.class))
              .containsExactly("cassandraSession");
          assertThat(context.getBeanFactory().containsSingleton("cassandraSession")).isFalse();
        });
  }

  @Test
  void propertiesReachTheDriverAndWinOverItsFile() {
    runner
        .withPropertyValues(
            "spring.cassandra.config=classpath:driver.conf",
            "quorate.cassandra.mode=adapt",
            "quorate.cassandra.tables.shop.carts.tolerance=0.01")
        .run(
            context -> {
              AdaptiveSettings settings = settings(context);
              assertThat(settings.mode()).isEqualTo(Mode.ADAPT);
              assertThat(settings.interval()).hasSeconds(3);
              assertThat(settings.tables())
                  .containsOnlyKeys(
                      new TableName("shop", "carts"), new TableName("shop", "orders"));
              assertThat(
                      settings.tables().get(new TableName("shop", "carts")).policy().acceptedRate())
                  .hasValue(0.01);
            });
  }

  @Test
  void aPropertyThatThereIsNotIsRefused() {
    runner
        .withPropertyValues("quorate.cassandra.tables.shop.carts.tolerence=0.01")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContaining("quorate.cassandra.tables.shop.carts.tolerence"));
  }

  @Test
  void aSessionOfTheApplicationsOwnIsLeftAsItIs() {
    runner
        .withPropertyValues(EXPOSED)
        .withBean(CqlSession.class, StandInSession::plain)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              assertThat(context).hasSingleBean(CqlSession.class);
              assertThat(context).doesNotHaveBean(AdaptiveSession.class);
              assertThat(context).doesNotHaveBean(QuorateEndpoint.class);
              assertThat(context).doesNotHaveBean(SessionMeters.class);
            });
  }

  @Test
  void switchedOffItIsAsIfItWereNotThere() {
    runner
        .withPropertyValues("quorate.cassandra.enabled=false", EXPOSED)
        .run(
            context -> {
              assertThat(context.getBeanNamesForType(CqlSession.class))
                  .containsExactly("cassandraSession");
              assertThat(context).doesNotHaveBean(AdaptiveSession.class);
              assertThat(context).doesNotHaveBean(DriverOptions.class);
              assertThat(context).doesNotHaveBean(QuorateEndpoint.class);
            });
  }

  @Test
  void withoutTheDriverNothingIsWired() {
    runner
        .withClassLoader(new FilteredClassLoader(CqlSession.class))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).doesNotHaveBean(DriverOptions.class);
            });
  }

  @Test
  void theEndpointIsThereWhereItIsExposed() {
    ApplicationContextRunner own =
        runner.withBean(AdaptiveSession.class, () -> StandInSession.adaptive(RATE));
    own.run(context -> assertThat(context).doesNotHaveBean(QuorateEndpoint.class));
    own.withPropertyValues(EXPOSED)
        .run(context -> assertThat(context).hasSingleBean(QuorateEndpoint.class));
  }

  @Test
  void springBootFindsAllOfItByItself() {
    new ApplicationContextRunner()
        .withUserConfiguration(Application.class)
        .withPropertyValues(EXPOSED)
        .withBean(AdaptiveSession.class, () -> StandInSession.adaptive(RATE))
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              assertThat(context).hasSingleBean(DriverOptions.class);
              assertThat(context).hasSingleBean(QuorateEndpoint.class);
              assertThat(context).hasSingleBean(SessionMeters.class);
            });
  }

  @Test
  void withoutTheActuatorThereIsNoEndpoint() {
    new ApplicationContextRunner()
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
        .withUserConfiguration(BareApplication.class)
        .withPropertyValues(EXPOSED)
        .withBean(AdaptiveSession.class, () -> StandInSession.adaptive(RATE))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).hasSingleBean(DriverOptions.class);
              assertThat(context).doesNotHaveBean("quorateEndpoint");
            });
  }

  @Test
  void theMetricsAreInTheApplicationsRegistryUntilItEnds() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    runner
        .withBean(AdaptiveSession.class, () -> StandInSession.adaptive(RATE))
        .withBean(MeterRegistry.class, () -> registry)
        .run(
            context ->
                assertThat(registry.get("quorate.reads.rate").tag("table", "a.b").gauge().value())
                    .isEqualTo(7));
    assertThat(registry.find("quorate.reads.rate").meter()).isNull();
  }

  @Test
  void withoutARegistryNothingIsBound() {
    runner
        .withBean(AdaptiveSession.class, () -> StandInSession.adaptive(RATE))
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context).doesNotHaveBean(SessionMeters.class);
            });
  }
}
