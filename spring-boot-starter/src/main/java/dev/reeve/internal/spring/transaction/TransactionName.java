package dev.reeve.internal.spring.transaction;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Names transactions for people. */
final class TransactionName {

    private TransactionName() {}

    /** The transaction of the calling thread, such as {@code the transaction com.example.Orders.place}. */
    static String current() {
        String name = TransactionSynchronizationManager.getCurrentTransactionName();
        return name == null ? "the current transaction" : "the transaction " + name;
    }
}
