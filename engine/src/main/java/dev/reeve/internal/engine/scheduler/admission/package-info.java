/** How much a workflow, a tenant, an action and a lane may take of the memory. Only counts and compares. */
@NullMarked
package dev.reeve.internal.engine.scheduler.admission;

import org.jspecify.annotations.NullMarked;
