/**
 * The HTML page: a frame, and one class for each section, in the order in which a reader needs them
 * (verdict, overview, one section for each measure, differences, time, machine, how to run it
 * again, what it does not show). Sections turn summaries into sentences, charts and tables. Text
 * from a study (labels, notes, its file) reaches the page only through {@link
 * org.quorate.report.page.Html}, which escapes it.
 *
 * <p>Not divided: every section stands on the same few types (text, tables, sources, the context of
 * a page), and the page on every section, so that packages by subject would have nearly all of them
 * public, where now only {@link org.quorate.report.page.Page} and {@link
 * org.quorate.report.page.RawFile} are.
 */
@NullMarked
package org.quorate.report.page;

import org.jspecify.annotations.NullMarked;
