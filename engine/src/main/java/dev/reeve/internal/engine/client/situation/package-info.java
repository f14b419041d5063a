/**
 * The engine's knowledge of waiting and running steps, added to the explanations of their executions. Knows no store.
 * Entered by {@code reading} only.
 */
@NullMarked
package dev.reeve.internal.engine.client.situation;

import org.jspecify.annotations.NullMarked;
