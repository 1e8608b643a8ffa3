package org.quorate.study.progress;

enum SilentProgress implements Progress, Progress.Task {
  INSTANCE;

  @Override
  public Task start(String name, long total, String unit) {
    return this;
  }

  @Override
  public void message(String line) {}

  @Override
  public void advance(long done) {}

  @Override
  public void detail(String text) {}

  @Override
  public void close() {}
}
