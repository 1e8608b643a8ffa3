/**
 * Files and folders as the lab treats them: written whole or not at all, deleted without following
 * links, kept in the user's cache directory. Knows nothing of what the files hold.
 */
@NullMarked
package org.quorate.lab.file;

import org.jspecify.annotations.NullMarked;
