/**
 * What one run of a study leaves behind: immutable records that are written as JSON beside the raw
 * files (histories, latency logs) and read again by reports. Every backend fills the same records,
 * so there is one renderer. Nothing here computes a statistic.
 */
@NullMarked
package org.quorate.study.result;

import org.jspecify.annotations.NullMarked;
