package dev.reeve.cli.message;

import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.engine.client.offline.Redelivery;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sends undeliverable messages again, in a store or at its server. Each call returns the number of messages. */
public interface MessageChanges extends AutoCloseable {

    int redeliver(ExecutionId execution);

    int redeliverAll();

    @Override
    void close();

    static MessageChanges in(Redelivery redelivery) {
        return new MessageChanges() {
            @Override
            public int redeliver(ExecutionId execution) {
                return redelivery.redeliver(execution);
            }

            @Override
            public int redeliverAll() {
                return redelivery.redeliverAll();
            }

            @Override
            public void close() {
                redelivery.close();
            }
        };
    }

    static MessageChanges at(Reeve reeve) {
        return new MessageChanges() {
            @Override
            public int redeliver(ExecutionId execution) {
                return reeve.messages().redeliver(execution);
            }

            // each execution once: one whose receiver refuses again is back in the list at once
            @Override
            public int redeliverAll() {
                Set<ExecutionId> done = new HashSet<>();
                int sent = 0;
                boolean more = true;
                while (more) {
                    List<ExecutionId> fresh = reeve.messages().undeliverable(ReeveReader.UNDELIVERABLE_MAX).stream()
                            .map(UndeliverableMessage::execution)
                            .filter(done::add)
                            .toList();
                    for (ExecutionId execution : fresh) {
                        sent += reeve.messages().redeliver(execution);
                    }
                    more = !fresh.isEmpty();
                }
                return sent;
            }

            @Override
            public void close() {
                reeve.close();
            }
        };
    }
}
