/**
 * What every command needs to talk to the person or program that called it: the two output streams
 * and what is known of them ({@link org.quorate.cli.console.Console}), what an exit status means
 * ({@link org.quorate.cli.console.ExitStatus}), how a failure is told in one sentence ({@link
 * org.quorate.cli.console.CommandFailure}), lines that fit a terminal ({@link
 * org.quorate.cli.console.Paragraphs}), and what happens on Ctrl-C ({@link
 * org.quorate.cli.console.GracefulShutdown}). No command lives here.
 */
@NullMarked
package org.quorate.cli.console;

import org.jspecify.annotations.NullMarked;
