/**
 * The backend that runs studies on servers that it starts on this machine. Which stores there are
 * is said in one place, by the list of {@link org.quorate.lab.backend.LocalStore} that {@link
 * org.quorate.lab.local.LabBackend} has; what each of them is, and how it is measured, is in a
 * package of its own under {@code org.quorate.lab.backend}.
 */
@NullMarked
package org.quorate.lab.local;

import org.jspecify.annotations.NullMarked;
