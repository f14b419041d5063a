/**
 * Time, threads and mailboxes: the few things that the rest of the engine must not touch directly.
 */
@NullMarked
package dev.reeve.engine.runtime;

import org.jspecify.annotations.NullMarked;
