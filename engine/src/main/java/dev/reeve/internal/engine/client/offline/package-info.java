/** Operators' commands on a store without an engine in this process. */
@NullMarked
package dev.reeve.internal.engine.client.offline;

import org.jspecify.annotations.NullMarked;
