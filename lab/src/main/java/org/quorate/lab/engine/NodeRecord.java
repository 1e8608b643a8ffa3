package org.quorate.lab.engine;

import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessIdentity;

/**
 * What is written down of one node.
 *
 * @param process its process, or null while it has none
 * @param state what its launcher knew last; a process may have ended since
 */
public record NodeRecord(
    NodeAddresses addresses, @Nullable ProcessIdentity process, NodeState state) {}
