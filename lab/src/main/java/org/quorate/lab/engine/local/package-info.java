/**
 * What the engines of all stores share: {@link org.quorate.lab.engine.local.LocalEngine} makes a
 * cluster of child processes, with their records, their watching and their ending. A store is a
 * {@link org.quorate.lab.engine.local.ServerSoftware}: it says which jars its servers are, how they
 * are configured, and how they show that they are ready ({@link
 * org.quorate.lab.engine.local.Readiness}); no class here knows a particular one.
 */
@NullMarked
package org.quorate.lab.engine.local;

import org.jspecify.annotations.NullMarked;
