package org.quorate.power.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes in a body up to a limit, and fails when there is more. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final int limit;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  /**
   * @param limit in bytes
   */
  BoundedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (body.isDone()) {
        return;
      }
      if (buffer.remaining() > limit - received.size()) {
        body.completeExceptionally(new TooLarge(limit));
        if (subscription != null) {
          subscription.cancel();
        }
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      received.write(bytes, 0, bytes.length);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(received.toByteArray());
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  /** The body did not end where it had to. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1;

    TooLarge(int limit) {
      super("larger than " + limit / 1024 + " KiB");
    }
  }
}
