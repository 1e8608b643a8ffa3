/**
 * The result table for a terminal: columns aligned by display width, the less important ones left
 * out where there is no room, colours and characters beyond ASCII only where asked for. Text from a
 * study cannot move the cursor or change colours: control characters are replaced.
 */
@NullMarked
package org.quorate.report.terminal;

import org.jspecify.annotations.NullMarked;
