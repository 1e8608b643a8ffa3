/**
 * The summary of a study as files for other programs: CSV of its runs and of its cells, and JSON of
 * everything. Each number can be recomputed from the raw files beside it. Pictures and words for
 * people are the report's.
 */
@NullMarked
package org.quorate.study.export;

import org.jspecify.annotations.NullMarked;
