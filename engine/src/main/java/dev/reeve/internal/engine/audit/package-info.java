/**
 * The auditor: continuously and slowly reads the stored data, and reports violated rules. It does not rely on the other
 * parts of the engine: it shares only the store port and the core with the lanes.
 */
@NullMarked
package dev.reeve.internal.engine.audit;

import org.jspecify.annotations.NullMarked;
