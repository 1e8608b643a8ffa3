package org.quorate.study.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvTableTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void rowsMayHaveDifferentColumnsAndAnyText() throws Exception {
    CsvTable table = new CsvTable();
    table.add(new CsvTable.Row().put("a", 1).put("b", "x, \"y\""));
    table.add(new CsvTable.Row().put("a", null).put("c", Double.NaN).put("d", 0.5));
    table.write(folder.resolve("t.csv"));

    assertThat(folder.resolve("t.csv")).hasContent("a,b,c,d\n1,\"x, \"\"y\"\"\",,\n,,,0.5\n");
  }
}
