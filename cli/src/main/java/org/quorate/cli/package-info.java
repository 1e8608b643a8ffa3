/**
 * The command line: {@link org.quorate.cli.Main} starts it, {@link org.quorate.cli.QuorateCommand}
 * names its commands, and every folder below holds one group of them. A command reads words, hands
 * them to the module that knows, and says what came of it: what Quorate decides, measures or draws
 * is decided, measured and drawn elsewhere. Whatever a person asked to have goes to standard
 * output; progress, remarks and errors go to standard error.
 *
 * <p>Nothing depends on this module, so the test that the house's dependencies point downwards
 * lives in its test folder.
 */
@NullMarked
package org.quorate.cli;

import org.jspecify.annotations.NullMarked;
