/** The commands for schedules. Entered by {@code Cli} only. */
@NullMarked
package dev.reeve.cli.schedule;

import org.jspecify.annotations.NullMarked;
