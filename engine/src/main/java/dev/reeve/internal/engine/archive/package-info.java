/** Archives executions before their removal, and exports them (ADR 26). */
@NullMarked
package dev.reeve.internal.engine.archive;

import org.jspecify.annotations.NullMarked;
