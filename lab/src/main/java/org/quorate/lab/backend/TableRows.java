package org.quorate.lab.backend;

import org.quorate.core.workload.Fields;
import org.quorate.core.workload.KeyNames;
import org.quorate.core.workload.LengthDistribution;
import org.quorate.core.workload.Workload;

/**
 * The rows that a workload starts from; workloads with the same ones share a table. What is read
 * and written of a row, and how often, does not matter here.
 *
 * @param records number of the first row that a run inserts
 * @param first number of the first row that is loaded
 * @param count rows that are loaded
 * @param shortest bytes of the shortest value, that of the longest where lengths are constant
 * @param longest bytes of the longest value
 */
record TableRows(
    String table,
    int fields,
    String fieldPrefix,
    int shortest,
    int longest,
    LengthDistribution lengths,
    long records,
    long first,
    long count,
    KeyNames keyNames) {
  static TableRows of(Workload workload) {
    Fields fields = workload.fields();
    return new TableRows(
        workload.table(),
        fields.count(),
        fields.namePrefix(),
        fields.lengths() == LengthDistribution.CONSTANT ? fields.length() : fields.minimumLength(),
        fields.length(),
        fields.lengths(),
        workload.recordCount(),
        workload.insertStart(),
        workload.insertCount(),
        workload.keyNames());
  }
}
