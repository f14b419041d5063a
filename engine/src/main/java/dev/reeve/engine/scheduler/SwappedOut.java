package dev.reeve.engine.scheduler;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a lane keeps of an execution whose content is in the store alone because memory is short. Everybody else, the queues and
 * the supervisor, goes on as if it were in memory; the next message about it reads it again.
 *
 * @param dues when something in it becomes due
 * @param wakeRegistered when the supervisor will ask to look at it; null if it will not
 * @param parties those whose room it takes
 */
record SwappedOut(DueHeap dues, @Nullable Instant wakeRegistered, Parties parties) {}
