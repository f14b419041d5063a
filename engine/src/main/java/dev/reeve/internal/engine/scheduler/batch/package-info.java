/**
 * What one turn of a lane writes and may do after the commit, and the mailboxes that feed it. Entered by the rooms of
 * a lane only.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.batch;

import org.jspecify.annotations.NullMarked;
