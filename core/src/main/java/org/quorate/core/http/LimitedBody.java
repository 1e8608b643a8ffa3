package org.quorate.core.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Passes a response's body on, and ends it with {@link TooLarge} when it is larger than it may be.
 * As thread-safe as the subscriber that it passes on to.
 */
public final class LimitedBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> body;
  private final long limit;
  private Flow.@Nullable Subscription subscription;
  private long received;
  private boolean over;

  /**
   * @param limit in bytes
   */
  public LimitedBody(BodySubscriber<T> body, long limit) {
    this.body = body;
    this.limit = limit;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    body.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (over) {
      return;
    }
    for (ByteBuffer buffer : buffers) {
      received += buffer.remaining();
    }
    if (received > limit) {
      over = true;
      if (subscription != null) {
        subscription.cancel();
      }
      body.onError(new TooLarge(limit));
    } else {
      body.onNext(buffers);
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (!over) {
      over = true;
      body.onError(failure);
    }
  }

  @Override
  public void onComplete() {
    if (!over) {
      over = true;
      body.onComplete();
    }
  }

  @Override
  public CompletionStage<T> getBody() {
    return body.getBody();
  }

  /** The body did not end where it had to. */
  public static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1;

    TooLarge(long limit) {
      super("larger than " + limit / 1024 + " KiB");
    }
  }
}
