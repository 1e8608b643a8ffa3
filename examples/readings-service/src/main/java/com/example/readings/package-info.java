/**
 * A small station of sensors that shows deferred updates at work. Only {@link
 * com.example.readings.Station} knows that writes are deferred; what stores and reads readings is
 * as it would be on any table of HBase.
 */
@NullMarked
package com.example.readings;

import org.jspecify.annotations.NullMarked;
