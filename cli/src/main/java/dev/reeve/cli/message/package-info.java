/** The commands for status messages that could not be delivered. */
@NullMarked
package dev.reeve.cli.message;

import org.jspecify.annotations.NullMarked;
