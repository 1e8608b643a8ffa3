/**
 * How long work tells of itself: tasks with a total, an amount done and a detail. Only the contract
 * lives here; drawing bars or plain lines is the command line's business.
 */
@NullMarked
package org.quorate.study.progress;

import org.jspecify.annotations.NullMarked;
