/**
 * The opening of an engine: the class path is checked, classes are loaded, a store is opened. Entered by the door, and
 * by the rooms that open a store without an engine: {@code reading} and {@code offline}.
 */
@NullMarked
package dev.reeve.internal.engine.client.opening;

import org.jspecify.annotations.NullMarked;
