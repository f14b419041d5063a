/** The steps that wait for a slot, and the limits that some of their calls have. Knows no agents. */
@NullMarked
package dev.reeve.internal.engine.dispatch.queue;

import org.jspecify.annotations.NullMarked;
