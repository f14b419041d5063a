package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.internal.engine.scheduler.admission.Parties;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rest of an execution whose content is only in the store because memory is short. The queues and the
 * supervisor treat it as if it were in memory. The next message about it loads it again.
 *
 * @param dues when something in it becomes due
 * @param wakeRegistered when the supervisor will look at it; null for never
 * @param parties the parties whose room it takes
 */
public record SwappedOut(DueHeap dues, @Nullable Instant wakeRegistered, Parties parties) {}
