/**
 * A small page that a command serves of itself: {@link org.quorate.cli.page.HttpPage} answers with
 * texts, over HTTP or HTTPS, to everybody or behind a login. What the texts say is the commands'.
 */
@NullMarked
package org.quorate.cli.page;

import org.jspecify.annotations.NullMarked;
