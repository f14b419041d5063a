/**
 * The steps that wait for a slot, and the limits that some of their calls have. Knows no agents. Entered by
 * {@code dispatch}, the rooms of a lane, the node, and the client's room {@code situation}.
 */
@NullMarked
package dev.reeve.internal.engine.dispatch.queue;

import org.jspecify.annotations.NullMarked;
