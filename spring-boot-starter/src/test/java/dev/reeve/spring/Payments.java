package dev.reeve.spring;

import dev.reeve.agent.StepContext;
import dev.reeve.spring.GuideTest.Bank;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

// a class of the guide, docs/guide/spring-boot.md
@Component
class Payments {

    record Charge(String orderId, int cents) {}

    record Receipt(String payment) {}

    record Undo(Charge input, @Nullable Receipt output) {}

    private final Bank bank;

    Payments(Bank bank) {
        this.bank = bank;
    }

    @Action("payment.charge")
    Receipt charge(Charge charge, StepContext step) {
        return new Receipt(bank.charge(charge.cents(), step.idempotencyKey()));
    }

    @Action("payment.refund")
    void refund(Undo undo, StepContext step) {
        bank.refund(undo.input().orderId(), step.idempotencyKey());
    }
}
