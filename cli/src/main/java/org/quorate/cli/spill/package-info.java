/**
 * The commands about spills, the folders in which applications on HBase keep accepted writes until
 * a server has acknowledged them: which there are ({@code spill list}), and applying those of a
 * process that never came back ({@code spill drain}). They connect, ask and print; what a spill is,
 * and in which order its writes are applied, is decided in the module hbase.
 */
@NullMarked
package org.quorate.cli.spill;

import org.jspecify.annotations.NullMarked;
