/** The oracle before histories that the core decides, and before such as no core should. */
@NullMarked
package dev.reeve.simulation.oracle;

import org.jspecify.annotations.NullMarked;
