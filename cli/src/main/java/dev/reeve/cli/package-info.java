/**
 * The command line: {@code ./reeve list}, {@code show}, {@code explain}, {@code inbox}, and what a person does about it.
 */
@NullMarked
package dev.reeve.cli;

import org.jspecify.annotations.NullMarked;
