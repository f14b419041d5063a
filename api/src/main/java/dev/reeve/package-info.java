/**
 * The door: engines, executions, their options, statuses and exceptions.
 *
 * <p>A type belongs here if an application names it to start, find, watch or change executions, or to configure an
 * engine or a client, or if such a call returns or throws it. Words of definitions belong in
 * {@code dev.reeve.workflow}, words of handlers in {@code dev.reeve.agent}, and interfaces that only extensions
 * implement in {@code dev.reeve.spi}.
 */
@NullMarked
package dev.reeve;

import org.jspecify.annotations.NullMarked;
