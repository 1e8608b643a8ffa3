/**
 * The agent's page for people. {@link org.quorate.cli.live.LivePage} is told what the agent sees, a
 * {@link org.quorate.cli.live.Glance} at each look, keeps {@link org.quorate.cli.live.LastHour} of
 * it in memory, and is renewed and served as {@code org.quorate.cli.page} has it. {@link
 * org.quorate.cli.live.LiveParts} makes its parts, {@link org.quorate.cli.live.LiveDocument} what
 * is around them.
 *
 * <p>What is not known is said in words and never drawn. Nothing here knows the agent, asks a
 * cluster, or reads a file of history.
 */
@NullMarked
package org.quorate.cli.live;

import org.jspecify.annotations.NullMarked;
