/**
 * The page on which a study is watched while it runs. {@link org.quorate.cli.watch.StudyPage} sees
 * what the terminal is shown and is told which run begins and which is complete; {@link
 * org.quorate.cli.watch.StudyParts} and {@link org.quorate.cli.watch.LoadParts} make its parts, and
 * {@code org.quorate.cli.page} renews and serves it. {@link org.quorate.cli.watch.StudyWatch} is
 * all of it from the study's beginning to its end.
 *
 * <p>Nothing here is on the way of a load, reads a file of the study, or estimates what is judged
 * only later: that is said instead.
 */
@NullMarked
package org.quorate.cli.watch;

import org.jspecify.annotations.NullMarked;
