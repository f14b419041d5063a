/**
 * The lanes. Each owns some shards, takes commands, lets the core decide, commits the batch and only then acts.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler;

import org.jspecify.annotations.NullMarked;
