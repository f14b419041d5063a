/**
 * The writes of one turn of a lane, its actions after the commit, and the mailboxes that feed it. Entered by the rooms
 * of a lane. The supervisor and the node see its listener for deadlines, the client its statistics, the inbox its own
 * failures.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.batch;

import org.jspecify.annotations.NullMarked;
