/** The public API: {@link dev.reeve.engine.client.Reeve} and the types that it returns. */
@NullMarked
package dev.reeve.engine.client;

import org.jspecify.annotations.NullMarked;
