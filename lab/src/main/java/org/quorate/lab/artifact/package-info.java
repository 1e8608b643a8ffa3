/**
 * The jars of a server: named by coordinates, pinned by SHA-256 checksum in a lock file, and kept
 * in a class path of their own in the user's cache. They come from the local Maven repository where
 * it has them, and otherwise from where the user's own Maven would fetch them, by Maven's resolver
 * as a library ({@link org.quorate.lab.artifact.Repositories}), so that mirrors, proxies and
 * credentials of its settings hold and no Maven need be installed; no registry is named here. The
 * resolver is loaded only when a class path is not there yet. Nothing here knows what the jars do,
 * and none of them is ever loaded into this process.
 */
@NullMarked
package org.quorate.lab.artifact;

import org.jspecify.annotations.NullMarked;
