/**
 * The switch outside the application: a management bean with which an operator pins a level, or
 * turns adaptation off, while the application runs.
 */
@NullMarked
package org.quorate.cassandra.management;

import org.jspecify.annotations.NullMarked;
