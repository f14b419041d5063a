/**
 * A second opinion: a reference interpreter of the definition language that shares no code with the core. It is written from the
 * documents, reads the journal's JSON by itself, and says what in a history is not as the definition has it.
 */
@NullMarked
package dev.reeve.simulation.oracle;

import org.jspecify.annotations.NullMarked;
