/** The door: engines, executions, their options, statuses and exceptions. */
@NullMarked
package dev.reeve;

import org.jspecify.annotations.NullMarked;
