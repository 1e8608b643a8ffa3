/**
 * A row's key as a key of hash maps. What is known about a row belongs to those who keep such maps.
 */
@NullMarked
package org.quorate.hbase.row;

import org.jspecify.annotations.NullMarked;
