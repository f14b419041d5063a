/** The scripts that complete commands and options in bash and zsh. Knows no other room. */
@NullMarked
package dev.reeve.cli.completion;

import org.jspecify.annotations.NullMarked;
