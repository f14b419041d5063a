/**
 * The auditor: continuously and slowly reads the stored data, and reports violated rules. It does not rely on the
 * other parts of the engine: it shares only the store port and the core with the lanes. Entered by the node, which
 * runs it, by the client, which shows its findings, and by the simulation.
 */
@NullMarked
package dev.reeve.internal.engine.audit;

import org.jspecify.annotations.NullMarked;
