/**
 * A node: one running engine, put together from store, lanes, supervisor and dispatcher.
 */
@NullMarked
package dev.reeve.engine.cluster;

import org.jspecify.annotations.NullMarked;
