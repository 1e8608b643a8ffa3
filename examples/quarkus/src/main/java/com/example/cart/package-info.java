/**
 * A Quarkus application on an adaptive session: {@link com.example.cart.AdaptiveSessionProducer} is
 * all that it takes.
 */
@NullMarked
package com.example.cart;

import org.jspecify.annotations.NullMarked;
