/**
 * Notices what is overdue and asks the lanes to look. Decides nothing. Entered by the node, which runs it, and by the
 * client's room {@code operation}, which shows its statistics.
 */
@NullMarked
package dev.reeve.internal.engine.supervisor;

import org.jspecify.annotations.NullMarked;
