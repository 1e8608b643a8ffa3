/**
 * What the tests of all modules run under, found by JUnit on their class path, and what holds for
 * each library that is given away, how files are rewritten often, how keys are made, and the
 * browser that pages are looked at in. Nothing that ships depends on it, and nothing of Quorate's
 * own belongs here: what tests of one store or one module share lives among those tests.
 */
@NullMarked
package org.quorate.testing;

import org.jspecify.annotations.NullMarked;
