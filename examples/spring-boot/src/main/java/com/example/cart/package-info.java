/**
 * A Spring Boot application on an adaptive session: the starter and {@code application.yaml} are
 * all that it takes; no class here knows of it.
 */
@NullMarked
package com.example.cart;

import org.jspecify.annotations.NullMarked;
