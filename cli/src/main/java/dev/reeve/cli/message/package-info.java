/** The commands for status messages that could not be delivered. Entered by {@code Cli} only. */
@NullMarked
package dev.reeve.cli.message;

import org.jspecify.annotations.NullMarked;
