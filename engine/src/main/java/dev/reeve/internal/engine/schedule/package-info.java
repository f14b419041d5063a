/** Recurring starts: their nominal times, which of them are due, and starting them. */
@NullMarked
package dev.reeve.internal.engine.schedule;

import org.jspecify.annotations.NullMarked;
