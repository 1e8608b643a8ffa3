package org.quorate.core.yardstick;

/**
 * What the yardstick needs to know of the reads of a run at the weakest level. Immutable.
 *
 * @param cells the reads by key and second
 * @param ages the same reads by how often their key is read and how old its newest write was
 */
public record RunReads(ReadCells cells, ReadAgeClasses ages) {}
