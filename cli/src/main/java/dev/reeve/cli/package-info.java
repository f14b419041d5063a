/**
 * The command line: {@code ./reeve list}, {@code show}, {@code explain}, {@code inbox}, and the operator's commands.
 */
@NullMarked
package dev.reeve.cli;

import org.jspecify.annotations.NullMarked;
