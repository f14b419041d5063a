package dev.reeve.cli;

import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.UndeliverableMessage;
import dev.reeve.internal.engine.client.offline.Redelivery;
import java.util.List;

/** Sends undeliverable messages again, in a store or at its server. Each call returns the number of messages. */
interface MessageChanges extends AutoCloseable {

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

            /** Page by page: an execution leaves the list when its messages are sent again. */
            @Override
            public int redeliverAll() {
                int sent = 0;
                int last;
                do {
                    last = 0;
                    List<UndeliverableMessage> page = reeve.messages().undeliverable(ReeveReader.UNDELIVERABLE_MAX);
                    for (UndeliverableMessage message : page) {
                        last += reeve.messages().redeliver(message.execution());
                    }
                    sent += last;
                } while (last > 0);
                return sent;
            }

            @Override
            public void close() {
                reeve.close();
            }
        };
    }
}
