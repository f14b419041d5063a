/**
 * Decides which node owns which shard: who is alive, whose shards are free, and which shards a node claims or
 * releases. Pure: no clock, no store, no thread. Entered by the node only.
 */
@NullMarked
package dev.reeve.internal.engine.cluster.membership;

import org.jspecify.annotations.NullMarked;
