/** A node: one running engine, made of store, lanes, supervisor and dispatcher. */
@NullMarked
package dev.reeve.internal.engine.cluster;

import org.jspecify.annotations.NullMarked;
