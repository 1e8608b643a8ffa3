package org.quorate.hbase.session;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * What of a table has nothing to do with pending writes, passed on to the stock one. Requests to
 * coprocessors are passed on as they are: what they read or write of pending rows is theirs. What
 * the interface itself makes of its other methods, as stock does, is left to it.
 */
@SuppressWarnings("deprecation")
abstract class ForwardingTable implements Table {
  private final Table stock;

  protected ForwardingTable(Table stock) {
    this.stock = stock;
  }

  /** The stock table. */
  protected final Table stock() {
    return stock;
  }

  @Override
  public TableName getName() {
    return stock.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return stock.getConfiguration();
  }

  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return stock.getDescriptor();
  }

  @Override
  public RegionLocator getRegionLocator() throws IOException {
    return stock.getRegionLocator();
  }

  @Override
  public CoprocessorRpcChannel coprocessorService(byte[] row) {
    return stock.coprocessorService(row);
  }

  @Override
  public <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable)
      throws ServiceException, Throwable {
    return stock.coprocessorService(service, startKey, endKey, callable);
  }

  @Override
  public <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    stock.coprocessorService(service, startKey, endKey, callable, callback);
  }

  @Override
  public <R extends Message> Map<byte[], R> batchCoprocessorService(
      Descriptors.MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R prototype)
      throws ServiceException, Throwable {
    return stock.batchCoprocessorService(method, request, startKey, endKey, prototype);
  }

  @Override
  public <R extends Message> void batchCoprocessorService(
      Descriptors.MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R prototype,
      Batch.Callback<R> callback)
      throws ServiceException, Throwable {
    stock.batchCoprocessorService(method, request, startKey, endKey, prototype, callback);
  }

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return stock.getRpcTimeout(unit);
  }

  @Override
  public long getReadRpcTimeout(TimeUnit unit) {
    return stock.getReadRpcTimeout(unit);
  }

  @Override
  @Deprecated
  public void setReadRpcTimeout(int timeout) {
    stock.setReadRpcTimeout(timeout);
  }

  @Override
  public long getWriteRpcTimeout(TimeUnit unit) {
    return stock.getWriteRpcTimeout(unit);
  }

  @Override
  @Deprecated
  public void setWriteRpcTimeout(int timeout) {
    stock.setWriteRpcTimeout(timeout);
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return stock.getOperationTimeout(unit);
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int timeout) {
    stock.setOperationTimeout(timeout);
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return stock.getRequestAttributes();
  }
}
