/**
 * The loop from what is seen to the level in effect: once in every interval the {@link
 * org.quorate.cassandra.control.LevelController} asks the monitor, has the policy decide for every
 * table, and sets the table's level; a safe level where nothing recent is known.
 *
 * <p>What a policy decides and when that takes effect is in core, in {@code
 * org.quorate.core.control}; how a level reaches a request is in {@code level} and {@code session}.
 */
@NullMarked
package org.quorate.cassandra.control;

import org.jspecify.annotations.NullMarked;
