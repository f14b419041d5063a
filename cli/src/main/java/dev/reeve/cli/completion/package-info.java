/**
 * The scripts that complete commands and options in bash and zsh. Knows no other room. Entered by {@code Cli} only.
 */
@NullMarked
package dev.reeve.cli.completion;

import org.jspecify.annotations.NullMarked;
