/** Stands in until the real workload lands; on a merge conflict take the other side. */
@NullMarked
package org.quorate.core.workload;

import org.jspecify.annotations.NullMarked;
