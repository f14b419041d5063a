package dev.reeve.internal.store;

import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The letters in a {@link ModelStore}. */
final class ModelMail implements Mail {

    private record Place(String receiver, MailKey key) {}

    private final Predicate<String> registered;
    private final Map<Place, MailRow> rows = new LinkedHashMap<>();

    /** @param registered whether a node is registered */
    ModelMail(Predicate<String> registered) {
        this.registered = registered;
    }

    @Override
    public void send(List<MailRow> letters) {
        for (MailRow row : letters) {
            if (registered.test(row.receiver()) && registered.test(row.key().sender())) {
                rows.putIfAbsent(new Place(row.receiver(), row.key()), row);
            }
        }
    }

    @Override
    public List<MailRow> receive(String receiver, Collection<MailProgress> senders, int limit, long lengthMax) {
        Map<String, MailProgress> progress = new HashMap<>();
        senders.forEach(one -> progress.put(one.sender(), one));
        rows.values().removeIf(row -> {
            MailProgress of = progress.get(row.key().sender());
            long number = row.key().number();
            return of != null && row.receiver().equals(receiver) && number > of.removed() && number <= of.read();
        });
        List<MailRow> waiting = rows.values().stream()
                .filter(row -> row.receiver().equals(receiver))
                .filter(row -> progress.containsKey(row.key().sender())
                        && row.key().number() > progress.get(row.key().sender()).read())
                .sorted(Comparator.comparing((MailRow row) -> row.key().sender())
                        .thenComparingLong(row -> row.key().number()))
                .limit(limit)
                .toList();
        int count = 0;
        long length = 0;
        for (MailRow row : waiting) {
            length += row.content().length();
            if (count > 0 && length > lengthMax) {
                break;
            }
            count++;
        }
        return waiting.subList(0, count);
    }

    /** Removes the letters from and to a node. */
    void forget(String node) {
        rows.values()
                .removeIf(
                        row -> row.receiver().equals(node) || row.key().sender().equals(node));
    }
}
