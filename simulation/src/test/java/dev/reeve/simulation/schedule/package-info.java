/** Schedules under faults. */
@NullMarked
package dev.reeve.simulation.schedule;

import org.jspecify.annotations.NullMarked;
