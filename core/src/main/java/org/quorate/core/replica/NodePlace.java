package org.quorate.core.replica;

/**
 * Where a node is, as it says itself. Immutable.
 *
 * @param dataCenter its name
 * @param rack its name, within the data centre
 */
public record NodePlace(String dataCenter, String rack) {}
