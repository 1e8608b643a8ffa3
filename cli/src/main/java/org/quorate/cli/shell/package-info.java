/**
 * What a shell and {@code man} are told of the commands: completion and manual pages.
 *
 * <p>Both are made of the very declarations that {@code --help} prints, so that they cannot say
 * anything else. No text about a particular command may live here.
 */
@NullMarked
package org.quorate.cli.shell;

import org.jspecify.annotations.NullMarked;
