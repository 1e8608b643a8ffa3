/**
 * A Spring Boot application on an adaptive session: {@link com.example.cart.CassandraConfiguration}
 * is all that it takes, {@link com.example.cart.ReadLevelMetrics} is for its dashboard.
 */
@NullMarked
package com.example.cart;

import org.jspecify.annotations.NullMarked;
