package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.internal.core.cql.EmptyColumnDefinitions;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The answer to every read, made once. */
final class NoRows implements ResultSet {
  static final ResultSet SYNC = new NoRows();
  static final CompletionStage<AsyncResultSet> ASYNC =
      CompletableFuture.completedFuture(new AsyncNoRows());

  private NoRows() {}

  @Override
  public ColumnDefinitions getColumnDefinitions() {
    return EmptyColumnDefinitions.INSTANCE;
  }

  @Override
  public List<ExecutionInfo> getExecutionInfos() {
    return List.of();
  }

  @Override
  public boolean isFullyFetched() {
    return true;
  }

  @Override
  public int getAvailableWithoutFetching() {
    return 0;
  }

  @Override
  public boolean wasApplied() {
    return true;
  }

  @Override
  public Iterator<Row> iterator() {
    return Collections.emptyIterator();
  }

  private static final class AsyncNoRows implements AsyncResultSet {
    @Override
    public ColumnDefinitions getColumnDefinitions() {
      return EmptyColumnDefinitions.INSTANCE;
    }

    @Override
    public ExecutionInfo getExecutionInfo() {
      throw new UnsupportedOperationException("Nothing was executed.");
    }

    @Override
    public int remaining() {
      return 0;
    }

    @Override
    public Iterable<Row> currentPage() {
      return List.of();
    }

    @Override
    public boolean hasMorePages() {
      return false;
    }

    @Override
    public CompletionStage<AsyncResultSet> fetchNextPage() {
      throw new IllegalStateException("There is one page.");
    }

    @Override
    public boolean wasApplied() {
      return true;
    }
  }
}
