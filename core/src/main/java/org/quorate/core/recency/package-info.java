/**
 * What one process remembers of its own writes, so that it can read what it has written lately at a
 * stronger level: times by key, on time that is handed in.
 *
 * <p>How recent is recent, and what level that means, is the policy's, in {@code
 * org.quorate.core.policy}; which requests are writes, and of which key, is the driver's side.
 */
@NullMarked
package org.quorate.core.recency;

import org.jspecify.annotations.NullMarked;
