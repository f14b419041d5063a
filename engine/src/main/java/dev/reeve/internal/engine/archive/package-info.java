/**
 * Archives executions before their removal, and exports them (ADR 26). Entered by retention, which archives before it
 * removes, and by the client, which opens the archive and exports.
 */
@NullMarked
package dev.reeve.internal.engine.archive;

import org.jspecify.annotations.NullMarked;
