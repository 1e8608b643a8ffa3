/**
 * The agent's page for people. {@link org.quorate.cli.live.LivePage} is told what the agent sees, a
 * {@link org.quorate.cli.live.Glance} at each look, keeps {@link org.quorate.cli.live.LastHour} of
 * it in memory, and serves the page, its events and the file of a moment.
 *
 * <p>All that is shown is drawn here, not by the page's script: {@link
 * org.quorate.cli.live.LiveParts} makes the parts of the page, with the report's style, colours and
 * drawing, {@link org.quorate.cli.live.LiveDocument} puts them into a document, and {@link
 * org.quorate.cli.live.Picture} knows which of them a reader lacks. So a reader without a script,
 * and the file of a moment, show the same; the script only puts parts in the place of others and
 * says whether it is connected. Text from a cluster reaches a page through {@link
 * org.quorate.report.page.Html} and the report's drawing alone, which escape it.
 *
 * <p>What is not known is said in words and never drawn. Nothing here knows the agent, asks a
 * cluster, or reads a file of history.
 */
@NullMarked
package org.quorate.cli.live;

import org.jspecify.annotations.NullMarked;
