/**
 * What the engines of all stores share: a cluster of child processes with their records, their
 * watching and their ending. A store adds how its nodes are configured and how it shows that it is
 * ready ({@link org.quorate.lab.engine.local.Readiness}); no class here knows a particular one.
 */
@NullMarked
package org.quorate.lab.engine.local;

import org.jspecify.annotations.NullMarked;
