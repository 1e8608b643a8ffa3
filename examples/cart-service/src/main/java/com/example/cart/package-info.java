/**
 * A small shop that shows the library at work. Only {@link com.example.cart.Shop} knows that its
 * session is adaptive; what reads and writes carts is as it would be on any session.
 */
@NullMarked
package com.example.cart;

import org.jspecify.annotations.NullMarked;
