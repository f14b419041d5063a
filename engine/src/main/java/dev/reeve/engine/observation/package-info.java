/** For metrics and traces: who wants to be told what happens in an engine. */
@NullMarked
package dev.reeve.engine.observation;

import org.jspecify.annotations.NullMarked;
