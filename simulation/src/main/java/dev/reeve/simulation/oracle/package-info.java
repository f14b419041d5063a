/**
 * A second opinion: a reference interpreter of the definition language that shares no code with the core. It is written
 * from the documentation, parses the journal's JSON itself, and reports deviations of a history from its definition.
 *
 * <p>Entered by the checks and by the model check.
 */
@NullMarked
package dev.reeve.simulation.oracle;

import org.jspecify.annotations.NullMarked;
