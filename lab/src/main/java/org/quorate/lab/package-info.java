/** Placeholder until the module's first class lands. */
@NullMarked
package org.quorate.lab;

import org.jspecify.annotations.NullMarked;
