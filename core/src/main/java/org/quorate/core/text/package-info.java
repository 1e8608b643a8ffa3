/**
 * Help with words that people typed: which known word they most likely meant. Pure functions, used
 * wherever an unknown key or name is refused. The words themselves, and the sentences of an error,
 * stay with whoever knows them.
 */
@NullMarked
package org.quorate.core.text;

import org.jspecify.annotations.NullMarked;
