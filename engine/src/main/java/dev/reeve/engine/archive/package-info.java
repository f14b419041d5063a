/** Keeps executions in files before they are removed, and writes them for others (ADR 26). */
@NullMarked
package dev.reeve.engine.archive;

import org.jspecify.annotations.NullMarked;
