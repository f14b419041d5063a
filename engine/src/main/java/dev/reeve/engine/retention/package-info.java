/** Removes executions that have ended and whose time to be kept is over (T4). */
@NullMarked
package dev.reeve.engine.retention;

import org.jspecify.annotations.NullMarked;
