/**
 * Recurring starts: their nominal times, which of them are due, and starting them. Entered by the client and the
 * auditor. Knows neither.
 */
@NullMarked
package dev.reeve.internal.engine.schedule;

import org.jspecify.annotations.NullMarked;
