/** Archives executions before their removal, and exports them (ADR 26). */
@NullMarked
package dev.reeve.engine.archive;

import org.jspecify.annotations.NullMarked;
