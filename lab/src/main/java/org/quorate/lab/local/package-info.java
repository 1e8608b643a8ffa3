/**
 * The backend that runs studies on servers that it starts on this machine. Which stores there are
 * is said in one place, where {@link org.quorate.lab.local.LabBackend} makes the {@link
 * org.quorate.lab.backend.LocalStore} of an engine; what each of them is, and how it is measured,
 * is in a package of its own under {@code org.quorate.lab.backend}.
 */
@NullMarked
package org.quorate.lab.local;

import org.jspecify.annotations.NullMarked;
