/**
 * Runs a study: the pilot, warm-ups and runs in their order, each into its own folder of the
 * study's directory, so that a study killed at any moment goes on where it stopped; and the judging
 * of its histories, from files alone. What a run does is the backend's; what the numbers say is the
 * summary's.
 */
@NullMarked
package org.quorate.study.run;

import org.jspecify.annotations.NullMarked;
