/**
 * The way in: reads a definition from text, a file or the builder's data, and reports all problems at once. Begin at
 * {@link DefinitionReader}.
 *
 * <p>Knows all packages of the model except the graphs, and none of them knows it.
 */
@NullMarked
package dev.reeve.internal.model.reading;

import org.jspecify.annotations.NullMarked;
