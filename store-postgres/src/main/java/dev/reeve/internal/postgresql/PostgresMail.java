package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailRow;
import java.util.Collection;
import java.util.List;

/** The letters in the table mail; on a borrowed connection for each call. Thread-safe. */
final class PostgresMail implements Mail {

    private final Loans loans;

    PostgresMail(Loans loans) {
        this.loans = loans;
    }

    @Override
    public void send(List<MailRow> letters) {
        if (letters.isEmpty()) {
            return;
        }
        loans.ask("send letters", loan -> {
            try (Query query = loan.writing("mail.send")
                    .set(
                            "receivers",
                            "text",
                            letters.stream().map(MailRow::receiver).toArray())
                    .set(
                            "senders",
                            "text",
                            letters.stream().map(row -> row.key().sender()).toArray())
                    .set(
                            "numbers",
                            "int8",
                            letters.stream().map(row -> row.key().number()).toArray())
                    .set(
                            "contents",
                            "json",
                            letters.stream().map(MailRow::content).toArray())) {
                return query.update();
            }
        });
    }

    @Override
    public List<MailRow> receive(String receiver, Collection<MailKey> read, int limit, long lengthMax) {
        return loans.ask(
                "receive letters",
                loan -> loan.planned("mail.receive")
                        .set("receiver", receiver)
                        .set(
                                "senders",
                                "text",
                                read.stream().map(MailKey::sender).toArray())
                        .set(
                                "numbers",
                                "int8",
                                read.stream().map(MailKey::number).toArray())
                        .set("limit", limit)
                        .set("length_max", lengthMax)
                        .list(rows -> new MailRow(
                                receiver, new MailKey(rows.getString(1), rows.getLong(2)), rows.getString(3))));
    }
}
