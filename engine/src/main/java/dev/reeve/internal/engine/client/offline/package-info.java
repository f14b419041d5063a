/** Operators' commands on a store without an engine in this process. Entered by the command line only. */
@NullMarked
package dev.reeve.internal.engine.client.offline;

import org.jspecify.annotations.NullMarked;
