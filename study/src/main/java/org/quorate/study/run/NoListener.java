package org.quorate.study.run;

import org.quorate.study.plan.Run;
import org.quorate.study.result.RunResult;

enum NoListener implements StudyListener {
  INSTANCE;

  @Override
  public void begins(Run run) {}

  @Override
  public void measured(RunResult run) {}

  @Override
  public void discarded(Run run) {}
}
