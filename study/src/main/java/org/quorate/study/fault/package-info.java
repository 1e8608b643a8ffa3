/**
 * What a study has done to servers, links, load and hints while a run is measured: {@link
 * org.quorate.study.fault.Fault} is one deed, {@link org.quorate.study.fault.FaultEvent} gives it
 * an instant, and a run has a list of these, its time line. {@link
 * org.quorate.study.fault.FaultOrder} follows a time line ahead and refuses what cannot be, such as
 * the start of a server that runs.
 *
 * <p>All of it is pure and immutable, or changed by its caller alone: which cluster it is, and how
 * a server is killed, is a backend's matter.
 */
@NullMarked
package org.quorate.study.fault;

import org.jspecify.annotations.NullMarked;
