/**
 * The commands about studies: run one, go on with one, list those there are, and render a report
 * again. What a study is, in which order it runs and what its results say is decided by the study
 * module; who runs it is a backend, chosen by name in {@link org.quorate.cli.study.Backends}; how
 * it is drawn is the report's business.
 */
@NullMarked
package org.quorate.cli.study;

import org.jspecify.annotations.NullMarked;
