package com.example.cart;

import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.session.AdaptiveSession;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts an adaptive session where Spring Boot would have put a plain one. */
@Configuration(proxyBeanMethods = false)
class CassandraConfiguration {
  @Bean
  AdaptiveSession cassandraSession(CqlSessionBuilder builder) {
    return Quorate.adaptive(builder.build());
  }
}
