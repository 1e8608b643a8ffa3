/**
 * The starter for Spring Boot: an adaptive session as the bean that applications and Spring Data
 * use, properties that reach the driver's configuration ({@link
 * org.quorate.cassandra.setting.DriverFileSettings} reads them there, and says what is wrong), its
 * metrics in the application's registry, and an endpoint of the actuator. Wiring and words: what a
 * level is and when it changes is decided in {@code org.quorate.cassandra}.
 */
@NullMarked
package org.quorate.spring;

import org.jspecify.annotations.NullMarked;
