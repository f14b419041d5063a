package dev.reeve.example.orders.harness;

import dev.reeve.agent.Handler;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.orders.service.Network;
import dev.reeve.example.orders.service.Request;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The unreliable network between the agents and their services. Thread-safe. */
final class UnreliableNetwork implements Network {

    private final FaultPlan faults;
    private final Outage outage;

    UnreliableNetwork(FaultPlan faults, Outage outage) {
        this.faults = faults;
        this.outage = outage;
    }

    /** Calls a service with the faults of the plan. */
    @Override
    public <I extends Request, O> Handler<I, O> to(Handler<I, O> service) {
        return (request, step) -> {
            if (outage.hits(step.action())) {
                throw StepFailure.transientError("UNAVAILABLE", step.action() + ": no route to host");
            }
            return call(faults.fault(step.action(), request.orderId()), service, request, step);
        };
    }

    private static <I extends Request, O> @Nullable O call(
            Fault fault, Handler<I, O> service, I request, StepContext step) throws Exception {
        switch (fault) {
            case Fault.None() -> {
                return service.handle(request, step);
            }
            case Fault.Refused(String code, String message) -> throw StepFailure.businessError(code, message);
            case Fault.Unavailable(int attempts) -> {
                if (step.attempt() <= attempts) {
                    throw StepFailure.transientError("UNAVAILABLE", step.action() + ": connection refused");
                }
                return service.handle(request, step);
            }
            case Fault.Slow(var delay) -> {
                if (step.attempt() == 1) {
                    Thread.sleep(delay);
                }
                return service.handle(request, step);
            }
            case Fault.AnswerLost(int attempts) -> {
                O answer = service.handle(request, step);
                if (step.attempt() <= attempts) {
                    throw StepFailure.transientError("NO_ANSWER", step.action() + ": connection reset by peer")
                            .possiblyDone();
                }
                return answer;
            }
            case Fault.AnswerNeverComes() -> {
                O answer = service.handle(request, step);
                silentAtFirst(step);
                return answer;
            }
            case Fault.RequestLost() -> {
                silentAtFirst(step);
                return service.handle(request, step);
            }
        }
    }

    /** Waits, at the first attempt, until the agent interrupts the handler at complete-by. */
    private static void silentAtFirst(StepContext step) throws InterruptedException {
        if (step.attempt() == 1) {
            new CountDownLatch(1).await();
        }
    }
}
