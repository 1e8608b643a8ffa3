package org.quorate.core.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes a workload of settings: YCSB's defaults, this project's refusals. Used once. */
final class WorkloadBuilder {
  private static final long MOST_ROWS = 1L << 50;

  private final Map<String, PropertySetting> settings;
  private final PropertyReader properties;
  private final Map<String, String> extra = new LinkedHashMap<>();
  private final List<String> notes;

  WorkloadBuilder(Map<String, PropertySetting> settings, List<String> notes) {
    this.settings = settings;
    this.properties = new PropertyReader(settings);
    this.notes = new ArrayList<>(notes);
  }

  Workload build() {
    settings.values().forEach(this::sort);
    refuseUnsupported();
    if (properties.setting("recordcount") == null) {
      throw properties.refuse(
          "recordcount",
          "the number of rows is missing; set it in a workload file or with -p recordcount=1000.");
    }
    long recordCount = properties.whole("recordcount", 0, 1, MOST_ROWS);
    long insertStart = properties.whole("insertstart", 0, 0, MOST_ROWS);
    if (insertStart >= recordCount) {
      throw properties.refuse(
          "insertstart",
          insertStart + " is not below recordcount=" + recordCount + "; no row would be left.");
    }
    long insertCount = properties.whole("insertcount", recordCount - insertStart, 1, MOST_ROWS);
    if (insertCount > recordCount - insertStart) {
      throw properties.refuse(
          "insertcount",
          "insertstart + insertcount is "
              + (insertStart + insertCount)
              + ", more than recordcount="
              + recordCount
              + "; recordcount counts all rows of the table.");
    }
    return new Workload(
        recordCount,
        properties.whole("operationcount", 0, 0, Long.MAX_VALUE),
        insertStart,
        insertCount,
        properties.integer("threadcount", 1, 1, 1_000_000),
        properties.decimal("target", 0, "of at least 0", value -> value >= 0),
        Duration.ofSeconds(properties.whole("maxexecutiontime", 0, 0, Integer.MAX_VALUE)),
        properties.text("table", "usertable"),
        fields(),
        mix(),
        requests(),
        scans(),
        new KeyNames(
            properties.word("insertorder", "hashed", "hashed", "ordered").equals("hashed"),
            properties.integer("zeropadding", 1, 0, 1000)),
        extra,
        notes);
  }

  /** Keeps, notes or refuses a setting by its name alone. */
  private void sort(PropertySetting setting) {
    String key = setting.key();
    if (PropertyNames.isExtra(key)) {
      extra.put(key, setting.value());
    } else if (!PropertyNames.HONOURED.contains(key)) {
      String reason =
          PropertyNames.whyWithoutEffect(key)
              .orElseThrow(
                  () ->
                      setting.refuse(
                          "this property is not known; correct or remove it."
                              + PropertyNames.didYouMean(key)));
      notes.add(setting.place() + ": " + key + " has no effect here: " + reason + ".");
    }
  }

  private void refuseUnsupported() {
    String workload = properties.text("workload", "site.ycsb.workloads.CoreWorkload");
    if (!workload.equals("site.ycsb.workloads.CoreWorkload")
        && !workload.equals("com.yahoo.ycsb.workloads.CoreWorkload")) {
      throw properties.refuse(
          "workload",
          "\""
              + workload
              + "\" is not supported; only YCSB's core workload is, written"
              + " site.ycsb.workloads.CoreWorkload.");
    }
    if (properties.truth("dataintegrity", false)) {
      throw properties.refuse(
          "dataintegrity",
          "checking values against their key is not supported; remove it, and have a history"
              + " recorded to find wrong reads.");
    }
  }

  private Fields fields() {
    String lengths =
        properties.word(
            "fieldlengthdistribution", "constant", "constant", "uniform", "zipfian", "histogram");
    if (lengths.equals("histogram")) {
      throw properties.refuse(
          "fieldlengthdistribution",
          "lengths from a histogram file are not supported; use constant, uniform or zipfian.");
    }
    int length = properties.integer("fieldlength", 100, 0, 100_000_000);
    int minimum = properties.integer("minfieldlength", 1, 0, 100_000_000);
    if (!lengths.equals("constant") && minimum > length) {
      throw properties.refuse(
          "minfieldlength", minimum + " is more than fieldlength=" + length + "; lower it.");
    }
    return new Fields(
        properties.integer("fieldcount", 10, 1, 100_000),
        properties.text("fieldnameprefix", "field"),
        minimum,
        length,
        distribution(lengths),
        properties.truth("readallfields", true),
        properties.truth("writeallfields", false));
  }

  private Scans scans() {
    int minimum = properties.integer("minscanlength", 1, 1, Integer.MAX_VALUE);
    int maximum = properties.integer("maxscanlength", 1000, 1, Integer.MAX_VALUE);
    if (minimum > maximum) {
      throw properties.refuse(
          "minscanlength", minimum + " is more than maxscanlength=" + maximum + "; lower it.");
    }
    return new Scans(
        minimum,
        maximum,
        distribution(properties.word("scanlengthdistribution", "uniform", "uniform", "zipfian")));
  }

  private OperationMix mix() {
    double read = proportion("readproportion", 0.95);
    double update = proportion("updateproportion", 0.05);
    double insert = proportion("insertproportion", 0);
    double scan = proportion("scanproportion", 0);
    double readModifyWrite = proportion("readmodifywriteproportion", 0);
    double sum = read + update + insert + scan + readModifyWrite;
    if (!(sum > 0)) {
      throw properties.refuse(
          "readproportion",
          "all proportions are 0; at least one kind of operation must be above 0.");
    }
    if (Math.abs(sum - 1) > 1e-9) {
      notes.add(
          String.format(
              Locale.ROOT,
              "The proportions of the operations add up to %s; each is divided by that sum, as YCSB"
                  + " does.",
              sum));
    }
    return new OperationMix(read, update, insert, scan, readModifyWrite);
  }

  private RequestDistribution requests() {
    String name =
        properties.word(
            "requestdistribution",
            "uniform",
            "uniform",
            "zipfian",
            "zipfian-exact",
            "latest",
            "hotspot",
            "sequential",
            "exponential");
    return switch (name) {
      case "zipfian" -> new RequestDistribution.Zipfian(constantBelowOne(name));
      case "zipfian-exact" ->
          new RequestDistribution.ZipfianExact(
              properties.decimal(
                  "zipfianconstant",
                  RequestDistribution.YCSB_CONSTANT,
                  "above 0 and at most 10",
                  value -> value > 0 && value <= 10));
      case "latest" -> new RequestDistribution.Latest(constantBelowOne(name));
      case "hotspot" ->
          new RequestDistribution.Hotspot(
              proportion("hotspotdatafraction", 0.2), proportion("hotspotopnfraction", 0.8));
      case "sequential" -> new RequestDistribution.Sequential();
      case "exponential" ->
          new RequestDistribution.Exponential(
              properties.decimal(
                  "exponential.percentile",
                  95,
                  "above 0 and below 100",
                  value -> value > 0 && value < 100),
              properties.decimal(
                  "exponential.frac",
                  0.8571428571,
                  "above 0 and at most 1",
                  value -> value > 0 && value <= 1));
      default -> new RequestDistribution.Uniform();
    };
  }

  private double constantBelowOne(String distribution) {
    return properties.decimal(
        "zipfianconstant",
        RequestDistribution.YCSB_CONSTANT,
        "of at least 0 and below 1, which "
            + distribution
            + " needs (requestdistribution=zipfian-exact takes up to 10)",
        value -> value >= 0 && value < 1);
  }

  private double proportion(String key, double otherwise) {
    return properties.decimal(key, otherwise, "from 0 to 1", value -> value >= 0 && value <= 1);
  }

  private static LengthDistribution distribution(String word) {
    return LengthDistribution.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
