/**
 * Bulk operations: one verb on many executions, at a bounded pace, each of them once. A bulk operation is itself an
 * execution, of the workflow {@code reeve_bulk}. It therefore survives a crash, is listed, can be stopped, and has a
 * history.
 */
@NullMarked
package dev.reeve.internal.engine.bulk;

import org.jspecify.annotations.NullMarked;
