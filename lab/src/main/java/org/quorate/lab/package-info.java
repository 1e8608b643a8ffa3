/**
 * Studies on real servers: {@code engine} starts clusters and {@code link} delays what they send,
 * {@code store} reads and writes, {@code time} is what load takes place in, {@code counter} and
 * {@code energy} measure around it, and {@code backend} makes runs of it all, on this machine
 * ({@code local}) or on a cluster that is there already ({@code remote}).
 *
 * <p>What a study is, and what becomes of its results, is not known here.
 */
@NullMarked
package org.quorate.lab;

import org.jspecify.annotations.NullMarked;
