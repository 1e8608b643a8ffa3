/**
 * Consistency levels and what follows from them by arithmetic alone. Nothing here knows a driver, a
 * server or a clock.
 */
@NullMarked
package org.quorate.core.level;

import org.jspecify.annotations.NullMarked;
