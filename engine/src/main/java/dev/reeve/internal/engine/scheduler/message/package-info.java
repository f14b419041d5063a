/**
 * The requests to a lane and their answers: starts, commands, refusals and ends. Everything that asks a lane for
 * something enters here.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.message;

import org.jspecify.annotations.NullMarked;
