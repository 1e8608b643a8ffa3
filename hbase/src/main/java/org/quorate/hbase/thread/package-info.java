/** How threads are made and waited for. What they do belongs to those who start them. */
@NullMarked
package org.quorate.hbase.thread;

import org.jspecify.annotations.NullMarked;
