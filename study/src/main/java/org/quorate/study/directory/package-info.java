/**
 * A study's directory: which file is where, what it holds, and who may write it. Everything in it
 * is written whole or not at all. What the files mean to a study is decided by {@code run} and
 * {@code summary}.
 */
@NullMarked
package org.quorate.study.directory;

import org.jspecify.annotations.NullMarked;
