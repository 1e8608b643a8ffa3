/**
 * A small emitter of SVG: scales and their ticks, text measured without a font, markers, and a
 * drawing that writes well-formed elements and refuses coordinates that are not finite. It knows
 * nothing of studies or of HTML. Colours are never written into a drawing: elements carry classes,
 * and the style sheet of the page (or of the standalone file) gives them their colour, so that one
 * drawing serves a light page, a dark page and paper.
 *
 * <p>Nothing here measures real text. Widths are estimated from the proportions of common
 * sans-serif faces and err towards too wide, so that labels keep clear of each other whichever font
 * a reader has.
 */
@NullMarked
package org.quorate.report.svg;

import org.jspecify.annotations.NullMarked;
