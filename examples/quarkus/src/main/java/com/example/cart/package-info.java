/**
 * A Quarkus application on an adaptive session: {@link com.example.cart.AdaptiveSessionProducer} is
 * all that it takes, {@link com.example.cart.Shopper} is what it does.
 */
@NullMarked
package com.example.cart;

import org.jspecify.annotations.NullMarked;
