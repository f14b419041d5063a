/** The commands for schedules. */
@NullMarked
package dev.reeve.cli.schedule;

import org.jspecify.annotations.NullMarked;
