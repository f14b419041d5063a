/** Notices what is overdue and asks the lanes to look. Decides nothing. */
@NullMarked
package dev.reeve.internal.engine.supervisor;

import org.jspecify.annotations.NullMarked;
