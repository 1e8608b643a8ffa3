package org.quorate.lab.store.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.RpcControllerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.load.store.Store;

final class AcknowledgementControllersTest {
  private final List<long[]> told = new ArrayList<>();
  private final Configuration configuration = new Configuration(false);
  private final Runnable silence = AcknowledgementControllers.listen(configuration, told::add);
  private final RowRequests requests =
      new RowRequests(new HBaseLayout("usertable", List.of("field0", "field1")));

  @AfterEach
  void stop() {
    silence.run();
  }

  @Test
  void theClientMakesThemByItsConfiguration() {
    assertThat(RpcControllerFactory.instantiate(configuration))
        .isInstanceOf(AcknowledgementControllers.class);
  }

  @Test
  void anAnsweredRequestTellsTheVersionsOfItsWrites() throws Exception {
    HBaseRpcController controller = controller();
    controller.setCellScanner(cells(5, 7, 6));
    encode(controller);
    assertThat(told).isEmpty();

    controller.setDone(null);

    assertThat(told).hasSize(1);
    assertThat(told.get(0)).containsExactly(5, 7, 6);
  }

  @Test
  void manyWritesAreToldTogether() throws Exception {
    long[] versions = new long[1_000];
    for (int i = 0; i < versions.length; i++) {
      versions[i] = 10L + i;
    }
    HBaseRpcController controller = controller();
    controller.setCellScanner(cells(versions));
    encode(controller);

    controller.setDone(null);

    assertThat(told.get(0)).containsExactly(versions);
  }

  @Test
  void aRequestThatFailedTellsNothing() throws Exception {
    HBaseRpcController controller = controller();
    controller.setCellScanner(cells(5));
    encode(controller);

    controller.setFailed(new IOException("no answer"));
    controller.reset();
    controller.setDone(null);

    assertThat(told).isEmpty();
  }

  @Test
  void aRepeatedRequestTellsWhatItCarriedItself() throws Exception {
    HBaseRpcController controller = controller();
    controller.setCellScanner(cells(5, 6));
    encode(controller);
    controller.setFailed(new IOException("no answer"));
    controller.reset();
    controller.setCellScanner(cells(6));
    encode(controller);

    controller.setDone(null);

    assertThat(told).hasSize(1);
    assertThat(told.get(0)).containsExactly(6);
  }

  @Test
  void aReadTellsNothing() {
    controller().setDone(null);

    assertThat(told).isEmpty();
  }

  @Test
  void whoNoLongerListensIsNotTold() throws Exception {
    silence.run();
    HBaseRpcController controller = controller();
    controller.setCellScanner(cells(5));
    encode(controller);

    controller.setDone(null);

    assertThat(told).isEmpty();
  }

  private HBaseRpcController controller() {
    return RpcControllerFactory.instantiate(configuration).newController();
  }

  /** As a request's cells come from its puts. */
  private CellScanner cells(long... versions) {
    List<CellScannable> puts = new ArrayList<>();
    for (long version : versions) {
      Put put =
          requests.put(
              Bytes.toBytes("user" + version), Store.ALL_FIELDS, new byte[][] {{1}, {2}}, version);
      puts.add(put);
    }
    return CellUtil.createCellScanner(puts);
  }

  private static void encode(HBaseRpcController controller) throws IOException {
    CellScanner cells = controller.cellScanner();
    while (cells.advance()) {
      assertThat(cells.current()).isNotNull();
    }
  }
}
