/**
 * What users touch: {@link dev.reeve.engine.client.Reeve} and what it gives out.
 */
@NullMarked
package dev.reeve.engine.client;

import org.jspecify.annotations.NullMarked;
