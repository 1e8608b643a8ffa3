/** Placeholder until the module's first class lands. */
@NullMarked
package org.quorate.study;

import org.jspecify.annotations.NullMarked;
