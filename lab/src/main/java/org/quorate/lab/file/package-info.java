/**
 * The user's cache directory, where servers' jars and the folders of clusters are kept. Knows
 * nothing of what these hold.
 */
@NullMarked
package org.quorate.lab.file;

import org.jspecify.annotations.NullMarked;
