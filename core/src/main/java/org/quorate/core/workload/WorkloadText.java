package org.quorate.core.workload;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A workload as YCSB's properties, so that another process can make the same one of them. What
 * decides rows and operations is there; clients, throttle and times are not, nor properties that
 * belong to somebody else. Stateless.
 */
public final class WorkloadText {
  private WorkloadText() {}

  /** The properties; {@link #workload} is the way back. */
  public static Map<String, String> properties(Workload workload) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("recordcount", Long.toString(workload.recordCount()));
    properties.put("operationcount", Long.toString(workload.operationCount()));
    properties.put("insertstart", Long.toString(workload.insertStart()));
    properties.put("insertcount", Long.toString(workload.insertCount()));
    properties.put("table", workload.table());
    Fields fields = workload.fields();
    properties.put("fieldcount", Integer.toString(fields.count()));
    properties.put("fieldnameprefix", fields.namePrefix());
    properties.put("minfieldlength", Integer.toString(fields.minimumLength()));
    properties.put("fieldlength", Integer.toString(fields.length()));
    properties.put("fieldlengthdistribution", word(fields.lengths()));
    properties.put("readallfields", Boolean.toString(fields.readAll()));
    properties.put("writeallfields", Boolean.toString(fields.writeAll()));
    OperationMix mix = workload.mix();
    properties.put("readproportion", Double.toString(mix.read()));
    properties.put("updateproportion", Double.toString(mix.update()));
    properties.put("insertproportion", Double.toString(mix.insert()));
    properties.put("scanproportion", Double.toString(mix.scan()));
    properties.put("readmodifywriteproportion", Double.toString(mix.readModifyWrite()));
    Scans scans = workload.scans();
    properties.put("minscanlength", Integer.toString(scans.minimumLength()));
    properties.put("maxscanlength", Integer.toString(scans.maximumLength()));
    properties.put("scanlengthdistribution", word(scans.lengths()));
    properties.put("insertorder", workload.keyNames().hashed() ? "hashed" : "ordered");
    properties.put("zeropadding", Integer.toString(workload.keyNames().zeroPadding()));
    requests(workload.requests(), properties);
    return properties;
  }

  private static void requests(RequestDistribution requests, Map<String, String> properties) {
    properties.put("requestdistribution", requests.name());
    if (requests instanceof RequestDistribution.Zipfian zipfian) {
      properties.put("zipfianconstant", Double.toString(zipfian.constant()));
    } else if (requests instanceof RequestDistribution.ZipfianExact zipfian) {
      properties.put("zipfianconstant", Double.toString(zipfian.constant()));
    } else if (requests instanceof RequestDistribution.Latest latest) {
      properties.put("zipfianconstant", Double.toString(latest.constant()));
    } else if (requests instanceof RequestDistribution.Hotspot hotspot) {
      properties.put("hotspotdatafraction", Double.toString(hotspot.dataFraction()));
      properties.put("hotspotopnfraction", Double.toString(hotspot.operationFraction()));
    } else if (requests instanceof RequestDistribution.Exponential exponential) {
      properties.put("exponential.percentile", Double.toString(exponential.percentile()));
      properties.put("exponential.frac", Double.toString(exponential.fraction()));
    }
  }

  private static String word(LengthDistribution lengths) {
    return lengths.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The workload of some properties.
   *
   * @throws InvalidWorkloadException if a property is unknown or out of range
   */
  public static Workload workload(Map<String, String> properties) {
    WorkloadProperties all = WorkloadProperties.empty();
    for (Map.Entry<String, String> each : properties.entrySet()) {
      all = all.with("the coordinator", each.getKey(), each.getValue());
    }
    return all.workload();
  }
}
