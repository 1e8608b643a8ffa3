package org.quorate.core.workload;

/** Stands in until the real workload lands; on a merge conflict take the other side. */
public record Workload() {}
