/**
 * The loop from what is seen to the level in effect: once in every interval the {@link
 * org.quorate.cassandra.control.LevelController} asks the monitor, has the policy decide for every
 * table, and sets the table's level; a safe level where nothing recent is known.
 *
 * <p>What a policy decides is in core; how a level reaches a request is in {@code level} and {@code
 * session}. {@link org.quorate.cassandra.control.LevelKeeper}, which decides when a decision takes
 * effect, is pure.
 */
@NullMarked
package org.quorate.cassandra.control;

import org.jspecify.annotations.NullMarked;
