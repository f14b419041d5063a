/** The families of operations: schedules, services, bulk operations, messages, health. */
@NullMarked
package dev.reeve.internal.engine.client.operation;

import org.jspecify.annotations.NullMarked;
