/**
 * Definitions as data: {@link Definition}, its steps and their tasks, immutable records without any reading. They write
 * themselves as JSON and YAML.
 *
 * <p>Knows expressions and schemas, which are parts of a definition. The readers, the checks and the graphs know this
 * package, and so do the core and the engine.
 */
@NullMarked
package dev.reeve.internal.model.definition;

import org.jspecify.annotations.NullMarked;
