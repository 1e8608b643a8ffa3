/** Placeholder until the module's first class lands. */
@NullMarked
package org.quorate.cli;

import org.jspecify.annotations.NullMarked;
