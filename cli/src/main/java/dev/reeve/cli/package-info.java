/**
 * The command line: {@code ./reeve list}, {@code show}, {@code explain}, {@code inbox}, and the operator's commands.
 * Its door is {@code Cli}, which lists all commands. Only the harness of the demo enters from another module.
 */
@NullMarked
package dev.reeve.cli;

import org.jspecify.annotations.NullMarked;
