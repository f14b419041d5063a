package dev.reeve.example.boot;

import dev.reeve.ExecutionId;
import dev.reeve.Reeve;
import dev.reeve.Start;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores orders. An order and its workflow are one transaction: there is never one without the other. */
@Service
class Orders {

    private final JdbcTemplate jdbc;
    private final Reeve reeve;

    Orders(JdbcTemplate jdbc, Reeve reeve) {
        this.jdbc = jdbc;
        this.reeve = reeve;
    }

    @Transactional
    public ExecutionId place(Order order) {
        jdbc.update("insert into orders (id, sku, cents) values (?, ?, ?)", order.id(), order.sku(), order.cents());
        ExecutionId execution =
                reeve.start("place_order", order, Start.key(order.id())).id();
        if (order.quantity() < 1) {
            // both the row and the execution go away with the transaction
            throw new IllegalArgumentException("quantity: expected 1 or more, found " + order.quantity());
        }
        return execution;
    }
}
