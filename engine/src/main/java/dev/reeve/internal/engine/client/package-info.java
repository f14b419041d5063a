/** The public API: {@link dev.reeve.internal.engine.client.EmbeddedReeve} and the types that it returns. */
@NullMarked
package dev.reeve.internal.engine.client;

import org.jspecify.annotations.NullMarked;
