package org.quorate.report.page;

import java.util.List;

/**
 * How eyes see colours: matrices on linear RGB for complete colour deficiencies (Machado, Oliveira
 * and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009,
 * severity 1).
 */
record Vision(String name, List<Double> matrix) {
  static final List<Vision> ALL =
      List.of(
          new Vision("common", List.of(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)),
          new Vision(
              "protanopia",
              List.of(
                  0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
                  1.051998)),
          new Vision(
              "deuteranopia",
              List.of(
                  0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
                  0.968881)),
          new Vision(
              "tritanopia",
              List.of(
                  1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
                  0.303900)));

  /** Distance in CIE Lab (1976) as these eyes see it; about 2 is just noticeable. */
  double distance(int one, int other) {
    double[] a = lab(one);
    double[] b = lab(other);
    return Math.sqrt(
        Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
  }

  private double[] lab(int colour) {
    double[] rgb = new double[3];
    for (int i = 0; i < 3; i++) {
      double value = (colour >> (16 - 8 * i) & 255) / 255.0;
      rgb[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    double[] seen = new double[3];
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (int j = 0; j < 3; j++) {
        sum += matrix.get(3 * i + j) * rgb[j];
      }
      seen[i] = Math.max(0, Math.min(1, sum));
    }
    double x = root((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
    double y = root(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
    double z = root((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double root(double value) {
    return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16.0 / 116;
  }
}
