package dev.reeve.example.boot;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.spring.Action;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps the stock in the shop's own database. Its steps are transactional: their outputs are stored in the transaction
 * that changes the stock, so each happens exactly once.
 */
@Component
class Warehouse {

    private final JdbcTemplate jdbc;

    Warehouse(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Action("stock.reserve")
    @Transactional
    public void reserve(Order order, StepContext step) {
        int changed = jdbc.update(
                "update stock set free = free - ? where sku = ? and free >= ?",
                order.quantity(),
                order.sku(),
                order.quantity());
        if (changed == 0) {
            throw StepFailure.businessError("SOLD_OUT", "there are fewer than " + order.quantity());
        }
        complete(step);
    }

    record Undo(Order input) {}

    @Action("stock.release")
    @Transactional
    public void release(Undo undo, StepContext step) {
        jdbc.update(
                "update stock set free = free + ? where sku = ?",
                undo.input().quantity(),
                undo.input().sku());
        complete(step);
    }

    private void complete(StepContext step) {
        jdbc.execute((ConnectionCallback<Boolean>) connection -> {
            step.complete(connection, null);
            return true;
        });
    }
}
