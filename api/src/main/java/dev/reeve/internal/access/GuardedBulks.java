package dev.reeve.internal.access;

import dev.reeve.Bulk;
import dev.reeve.BulkOperations;
import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Verb;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Bulk operations as one caller may use them. One that applies a verb needs the right to that verb, too. */
final class GuardedBulks implements ShownBulks {

    private final BulkOperations bulks;
    private final Gate gate;

    GuardedBulks(BulkOperations bulks, Gate gate) {
        this.bulks = bulks;
        this.gate = gate;
    }

    @Override
    public Bulk start(BulkRequest request, String reason) {
        return start(request, reason, () -> bulks.start(request, reason));
    }

    @Override
    public Bulk start(BulkRequest request, int expected, String reason) {
        return start(request, reason, () -> bulks.start(request, expected, reason));
    }

    @Override
    public int count(BulkRequest request) {
        return count(request, () -> bulks.count(request));
    }

    @Override
    public int count(BulkRequest request, Predicate<ExecutionId> shown) {
        if (!(bulks instanceof ShownBulks all)) {
            throw new IllegalStateException("only an engine of this process can count for such a reader");
        }
        return count(request, () -> all.count(request, shown));
    }

    /** Needs the right to the verb, and is recorded: the number tells whether a guess at a text was right. */
    private int count(BulkRequest request, Supplier<Integer> count) {
        gate.check(operation(request.verb()), request.workflow());
        return gate.act(
                Operation.START_BULK,
                request.workflow(),
                Subject.of("count for " + request.verb().name()),
                null,
                count);
    }

    private Bulk start(BulkRequest request, String reason, Supplier<Bulk> begun) {
        gate.check(operation(request.verb()), request.workflow());
        String payload = request.payload();
        if (payload != null) {
            gate.checkData(request.workflow(), Subject.of(request.verb().name()), Json.parse(payload));
        }
        return new GuardedBulk(
                gate.act(
                        Operation.START_BULK,
                        request.workflow(),
                        Subject.of(request.verb().name()),
                        reason,
                        begun),
                gate);
    }

    private static Operation operation(Verb verb) {
        return switch (verb) {
            case RETRY -> Operation.RETRY;
            case PROBE -> Operation.PROBE;
            case RESOLVE -> Operation.RESOLVE;
            case SKIP -> Operation.SKIP;
            case CANCEL -> Operation.CANCEL;
            case COMPENSATE -> Operation.COMPENSATE;
            case PAUSE -> Operation.PAUSE;
            case RESUME -> Operation.RESUME;
            case RERUN -> Operation.RERUN;
        };
    }

    @Override
    public List<Bulk> list() {
        return gate.read(Operation.LIST_BULK, null, bulks::list).stream()
                .<Bulk>map(each -> new GuardedBulk(each, gate))
                .toList();
    }

    /** One operation. */
    private record GuardedBulk(Bulk bulk, Gate gate) implements Bulk {

        @Override
        public ExecutionId id() {
            return bulk.id();
        }

        @Override
        public ExecutionStatus status() {
            return gate.read(Operation.LIST_BULK, null, bulk::status);
        }

        @Override
        public BulkRequest.Order order() {
            return gate.read(Operation.LIST_BULK, null, bulk::order);
        }

        @Override
        public BulkProgress progress() {
            return gate.read(Operation.LIST_BULK, null, bulk::progress);
        }

        @Override
        public BulkProgress await(Duration patience) {
            return gate.read(Operation.LIST_BULK, null, () -> bulk.await(patience));
        }

        @Override
        public void stop(String reason) {
            gate.run(Operation.STOP_BULK, null, Subject.of(id().toString()), reason, () -> bulk.stop(reason));
        }
    }
}
