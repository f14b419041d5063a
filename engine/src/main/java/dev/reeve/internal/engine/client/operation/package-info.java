/** The families of operations: schedules, services, bulk operations, messages, health. Entered by the door only. */
@NullMarked
package dev.reeve.internal.engine.client.operation;

import org.jspecify.annotations.NullMarked;
