/** The listener for metrics and traces of an engine. */
@NullMarked
package dev.reeve.engine.observation;

import org.jspecify.annotations.NullMarked;
