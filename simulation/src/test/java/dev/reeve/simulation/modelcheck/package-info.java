/** The core, explored exhaustively on small workflows. */
@NullMarked
package dev.reeve.simulation.modelcheck;

import org.jspecify.annotations.NullMarked;
