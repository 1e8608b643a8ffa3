/**
 * Help with words that people typed: which known word they most likely meant, and whether a word is
 * the name of a secret. Pure functions, used wherever a key or name is refused. The words that a
 * reader knows, and the sentences of an error, stay with it.
 */
@NullMarked
package org.quorate.core.text;

import org.jspecify.annotations.NullMarked;
