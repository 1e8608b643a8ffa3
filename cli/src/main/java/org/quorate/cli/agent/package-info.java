/**
 * The agent that stays beside a cluster. {@link org.quorate.cli.agent.AgentCommand} reads {@link
 * org.quorate.cli.agent.AgentFile}; {@link org.quorate.cli.agent.Agent} looks at every interval,
 * through a {@link org.quorate.cli.agent.Lookout} that has the very observers of the command {@code
 * observe}, connects again when the cluster was away, and hands what it saw to the history, to the
 * metrics and to {@link org.quorate.cli.live.LivePage}.
 *
 * <p>{@link org.quorate.cli.agent.LookoutPublication} decides and publishes levels for clients in
 * other languages by a session of the library's own, as {@link
 * org.quorate.cli.agent.AgentPublication} says.
 *
 * <p>What is decided is pure and gets its time handed in: {@link org.quorate.cli.agent.Presence}
 * whether the cluster is away, {@link org.quorate.cli.agent.MinuteRows} what a minute's rows say,
 * {@link org.quorate.cli.agent.ReadingMetrics} and {@link org.quorate.cli.agent.AgentMetrics} what
 * the metrics say. {@link org.quorate.cli.agent.History} and {@link org.quorate.cli.agent.DayFiles}
 * alone write files.
 */
@NullMarked
package org.quorate.cli.agent;

import org.jspecify.annotations.NullMarked;
