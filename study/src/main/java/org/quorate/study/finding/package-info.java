/**
 * Whether what a study set out to see was seen: the expectations of its plan held against what was
 * measured, in a pilot's short trials or in the whole study. A finding says what was expected,
 * whether it held and on what evidence. Pure; nothing here runs or reads anything.
 */
@NullMarked
package org.quorate.study.finding;

import org.jspecify.annotations.NullMarked;
