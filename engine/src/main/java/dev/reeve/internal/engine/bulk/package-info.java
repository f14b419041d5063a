/**
 * Bulk operations: one verb on many executions, at a bounded pace, each of them once. A bulk operation is itself an
 * execution, of the workflow {@code reeve_bulk}. It therefore survives a crash, is listed, can be stopped, and has a
 * history. Entered by the node, by the client's rooms {@code operation} and {@code reading}, and by the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.bulk;

import org.jspecify.annotations.NullMarked;
