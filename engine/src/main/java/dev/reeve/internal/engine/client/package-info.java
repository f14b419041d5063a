/**
 * The door: {@link dev.reeve.internal.engine.client.EmbeddedReeve}, and the provider that finds it. The rooms behind
 * it, from the bottom: boundary, opening, situation, reading, deployment, execution, operation; offline stands beside
 * them.
 */
@NullMarked
package dev.reeve.internal.engine.client;

import org.jspecify.annotations.NullMarked;
