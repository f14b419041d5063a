/**
 * The writes of one turn of a lane, its actions after the commit, and the mailboxes that feed it. Entered by the rooms
 * of a lane only.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.batch;

import org.jspecify.annotations.NullMarked;
