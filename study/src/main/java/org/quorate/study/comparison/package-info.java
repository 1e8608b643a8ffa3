/**
 * Two studies beside each other: the cells that they have in common, in what settings they differ,
 * and whether chance alone explains what else does. Made of the runs that the analysis of either
 * study counts; nothing of one study alone is said here.
 */
@NullMarked
package org.quorate.study.comparison;

import org.jspecify.annotations.NullMarked;
