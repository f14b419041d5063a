/**
 * How much a workflow, a tenant, an action and a lane may take of the memory. Only counts and compares. Entered by the
 * rooms of a lane, the inbox and the node.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.admission;

import org.jspecify.annotations.NullMarked;
