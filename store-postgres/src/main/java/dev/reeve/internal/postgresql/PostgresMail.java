package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.StoreException;
import java.sql.ResultSet;
import java.util.Collection;
import java.util.Comparator;
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
        try {
            store(letters);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DATA) {
                throw e;
            }
            // An earlier try may have ended only while this one ran: then it is seen by the next statement.
            store(letters);
        }
    }

    private void store(List<MailRow> letters) {
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
                boolean answered;
                try (ResultSet rows = query.rows()) {
                    answered = rows.next();
                }
                StoreException lost = PostgresErrors.notReplicated(
                        "send letters", query.statement().getWarnings());
                if (lost != null) {
                    throw lost;
                }
                return answered;
            }
        });
    }

    @Override
    public List<MailRow> receive(String receiver, Collection<MailProgress> progress, int limit, long lengthMax) {
        List<MailProgress> senders = progress.stream()
                .sorted(Comparator.comparing(MailProgress::sender))
                .toList();
        return loans.ask(
                "receive letters",
                loan -> loan.planned("mail.receive")
                        .set("receiver", receiver)
                        .set(
                                "senders",
                                "text",
                                senders.stream().map(MailProgress::sender).toArray())
                        .set(
                                "removed",
                                "int8",
                                senders.stream().map(MailProgress::removed).toArray())
                        .set(
                                "read",
                                "int8",
                                senders.stream().map(MailProgress::read).toArray())
                        .set("limit", limit)
                        .set("length_max", lengthMax)
                        .list(rows -> new MailRow(
                                receiver, new MailKey(rows.getString(1), rows.getLong(2)), rows.getString(3))));
    }
}
