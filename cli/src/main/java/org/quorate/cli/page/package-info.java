/**
 * A small page that a command serves of itself: {@link org.quorate.cli.page.HttpPage} answers with
 * texts, and with streams of events from an {@link org.quorate.cli.page.EventFeed}, over HTTP or
 * HTTPS, to everybody or behind a login. What they say is the commands'.
 */
@NullMarked
package org.quorate.cli.page;

import org.jspecify.annotations.NullMarked;
