/**
 * Small pages that a command serves of itself: {@link org.quorate.cli.page.HttpPage} answers with
 * texts, and with streams of events from an {@link org.quorate.cli.page.EventFeed}, over HTTP or
 * HTTPS, to everybody or behind a login.
 *
 * <p>A page for people that renews itself is a {@link org.quorate.cli.page.PicturePage}. Its parts
 * are drawn by whoever extends it, not by the page's script, with the report's style, colours and
 * drawing; {@link org.quorate.cli.page.PageFrame} puts them into a document, and {@link
 * org.quorate.cli.page.Picture} knows which of them a reader lacks. So a reader without a script,
 * and the file of a moment, show the same; the script only puts parts in the place of others and
 * says whether it is connected. Text of others reaches a page through {@link
 * org.quorate.report.page.Html} and the report's drawing alone, which escape it.
 *
 * <p>What pages say is the commands': nothing here knows a cluster or a study.
 */
@NullMarked
package org.quorate.cli.page;

import org.jspecify.annotations.NullMarked;
