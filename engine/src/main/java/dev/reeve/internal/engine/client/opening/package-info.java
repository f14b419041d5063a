/** The opening of an engine: the class path is checked, classes are loaded, a store is opened. */
@NullMarked
package dev.reeve.internal.engine.client.opening;

import org.jspecify.annotations.NullMarked;
