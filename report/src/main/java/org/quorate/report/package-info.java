/** Placeholder until the module's first class lands. */
@NullMarked
package org.quorate.report;

import org.jspecify.annotations.NullMarked;
