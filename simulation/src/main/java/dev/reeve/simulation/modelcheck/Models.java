package dev.reeve.simulation.modelcheck;

import dev.reeve.simulation.modelcheck.Happening.Kind;
import java.util.List;

/** What is explored: each with its own kind of trouble. */
final class Models {

    private static final Kind[] REPORTS = {
        Kind.TRANSIENT, Kind.TRANSIENT_NOT_DONE, Kind.BUSINESS, Kind.BUSINESS_NOT_DONE, Kind.STALE, Kind.FORGED
    };

    private static final Kind[] PEOPLE = {Kind.CANCEL, Kind.RESOLVE, Kind.SKIP};

    private Models() {}

    /** Those that are explored in every build, to the last situation. */
    static List<Model> small() {
        return List.of(
                oneStep(),
                throttledAndLost(),
                undoneByPerson(),
                chain(),
                probed(),
                probedAndEscalated(),
                unknownEscalates(),
                unknownIsUndone(),
                twoAtOnce(),
                paused(),
                withFinally(),
                limited(),
                choice(),
                diamond(),
                stuck(),
                poison(),
                held(),
                heldWithFinally(),
                askedByPerson(),
                edited());
    }

    /** The same workflows with all kinds of trouble at once: much more than a build has time for. */
    static List<Model> large() {
        return small().stream()
                .map(model -> new Model(model.name() + ", all trouble", model.workflow(), model.limits())
                        .with(REPORTS)
                        .with(PEOPLE)
                        .with(Kind.PROBE_UNKNOWN, Kind.PROBE_NONSENSE, Kind.SILENT, Kind.COMPENSATE)
                        .atMost(1, Kind.PAUSE, Kind.RESUME, Kind.PROBE_NOW, Kind.EDIT)
                        .atMost(1, Kind.RETRY, Kind.LOST, Kind.THROTTLED, Kind.THROTTLED_FOR, Kind.PROBE_RUNNING))
                .toList();
    }

    private static Model oneStep() {
        return Model.of("one step, all reports", """
                workflow: one
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    heartbeat: 10s
                    retry: { maxAttempts: 2, backoff: 1s }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                """).with(REPORTS).with(Kind.CANCEL, Kind.CHECKPOINT, Kind.SILENT);
    }

    private static Model throttledAndLost() {
        return Model.of("one step, throttled and lost", """
                workflow: slowed
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 2, backoff: 1s }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                """)
                .with(Kind.TRANSIENT_NOT_DONE, Kind.CANCEL)
                .atMost(1, Kind.LOST, Kind.THROTTLED, Kind.THROTTLED_FOR);
    }

    private static Model undoneByPerson() {
        return Model.of("undone with a person's help", """
                workflow: undone
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 1 }
                    compensate: { action: a.undo, completeBy: 1m, heartbeat: 10s, retry: { maxAttempts: 2, backoff: 1s } }
                """)
                .with(Kind.TRANSIENT, Kind.STALE, Kind.RESOLVE, Kind.SKIP)
                .atMost(1, Kind.RETRY);
    }

    private static Model chain() {
        return Model.of("chain that is undone", """
                workflow: chain
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 1 }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 2 } }
                  b:
                    after: [a]
                    action: b.do
                    completeBy: 1m
                    retry: { maxAttempts: 2 }
                    compensate: { action: b.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                """)
                .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.RESOLVE, Kind.SKIP, Kind.CANCEL);
    }

    private static Model probed() {
        return Model.of("probe", """
                workflow: probed
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 2, backoff: 1s }
                    probe: { action: a.ask, completeBy: 30s, retry: { maxAttempts: 2, backoff: 1s } }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                """)
                .with(Kind.CANCEL, Kind.PROBE_UNKNOWN, Kind.PROBE_NONSENSE, Kind.BUSINESS)
                .atMost(1, Kind.PROBE_RUNNING);
    }

    private static Model probedAndEscalated() {
        return Model.of("probe, escalated", """
                workflow: asked
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 1 }
                    probe: { action: a.ask, completeBy: 30s, retry: { maxAttempts: 1 } }
                    onExhausted: escalate
                """)
                .with(Kind.TRANSIENT, Kind.BUSINESS, Kind.PROBE_UNKNOWN, Kind.STALE, Kind.FORGED)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model unknownEscalates() {
        return Model.of("unknown even to the probe, escalated", """
                workflow: unknown
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 2, backoff: 1s }
                    probe: { action: a.ask, completeBy: 30s, retry: { maxAttempts: 1 } }
                    onUnknown: escalate
                    onExhausted: continue
                """)
                .with(Kind.TRANSIENT, Kind.TRANSIENT_NOT_DONE, Kind.BUSINESS_NOT_DONE, Kind.PROBE_UNKNOWN)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model unknownIsUndone() {
        return Model.of("unknown, with nobody to ask, undone", """
                workflow: unknown
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    heartbeat: 10s
                    retry: { maxAttempts: 2, backoff: 1s }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                    onUnknown: compensate
                    onExhausted: continue
                """)
                .with(Kind.TRANSIENT, Kind.TRANSIENT_NOT_DONE, Kind.SILENT, Kind.CANCEL)
                .atMost(1, Kind.LOST, Kind.THROTTLED);
    }

    private static Model twoAtOnce() {
        return Model.of("two at once, one escalates", """
                workflow: fork
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                  b: { action: b.do, completeBy: 2m, retry: { maxAttempts: 1 }, onExhausted: escalate }
                """)
                .with(Kind.BUSINESS_NOT_DONE)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model paused() {
        return Model.of("rounds of pauses", """
                workflow: paused
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 2, backoff: 1s }
                    onExhausted: { pause: 10m, rounds: 1, then: escalate }
                """)
                .with(Kind.TRANSIENT)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model withFinally() {
        return Model.of("finally", """
                workflow: closing
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                finally:
                  f: { action: f.do, completeBy: 1m, retry: { maxAttempts: 2 } }
                  g: { after: [f], action: g.do, completeBy: 1m, retry: { maxAttempts: 1 }, onExhausted: continue }
                """)
                .with(Kind.BUSINESS_NOT_DONE)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model limited() {
        return Model.of("complete-by of the execution", """
                workflow: limited
                completeBy: 90s
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 2, backoff: 1s }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                    onExhausted: escalate
                  b: { after: [a], wait: 1m }
                """)
                .with(Kind.TRANSIENT)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model choice() {
        return Model.of("choices and joins", """
                workflow: choice
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1 }, onExhausted: continue, compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                  b: { action: b.do, when: "${ input.n > 1 }" }
                  c: { after: [b], action: c.do }
                  d: { action: d.do, completeBy: 1m, retry: { maxAttempts: 1 }, onExhausted: escalate }
                  e: { after: [a, b, d], join: any, action: e.do, completeBy: 1m, retry: { maxAttempts: 1 } }
                """).with(Kind.BUSINESS, Kind.BUSINESS_NOT_DONE, Kind.CANCEL);
    }

    private static Model diamond() {
        return Model.of("diamond that is undone", """
                workflow: diamond
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                  b: { after: [a], action: b.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: b.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                  c: { after: [a], action: c.do, completeBy: 1m, retry: { maxAttempts: 1 } }
                  d: { after: [b, c], action: d.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: d.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                """).with(Kind.CANCEL);
    }

    private static Model stuck() {
        return Model.of("compensation that fails", """
                workflow: stuck
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                  b: { action: b.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: b.undo, input: "${ 1 + 'x' }" } }
                """)
                .with(Kind.BUSINESS)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }

    private static Model held() {
        return Model.of("held by a person", """
                workflow: held
                completeBy: 90s
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 2, backoff: 1s }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                  b: { after: [a], wait: 1m }
                """)
                .with(Kind.TRANSIENT, Kind.CANCEL, Kind.COMPENSATE, Kind.SKIP)
                .atMost(2, Kind.PAUSE, Kind.RESUME);
    }

    private static Model heldWithFinally() {
        return Model.of("held by a person, with finally", """
                workflow: held
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1 }, compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } } }
                  b: { action: b.do, completeBy: 1m, retry: { maxAttempts: 1 }, onExhausted: escalate }
                finally:
                  f: { action: f.do, completeBy: 1m, retry: { maxAttempts: 2, backoff: 1s } }
                """)
                .with(Kind.BUSINESS_NOT_DONE, Kind.CANCEL, Kind.SKIP)
                .atMost(1, Kind.PAUSE, Kind.RESUME);
    }

    private static Model askedByPerson() {
        return Model.of("asked by a person", """
                workflow: asked
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 1 }
                    probe: { action: a.ask, completeBy: 30s, retry: { maxAttempts: 2, backoff: 1s } }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                    onExhausted: { pause: 10m, rounds: 1, then: escalate }
                """)
                .with(Kind.TRANSIENT, Kind.PROBE_UNKNOWN, Kind.CANCEL)
                .atMost(1, Kind.PROBE_RUNNING, Kind.PROBE_NOW);
    }

    private static Model edited() {
        return Model.of("another input", """
                workflow: edited
                steps:
                  a:
                    action: a.do
                    input: { n: "${ input.n + 'x' }" }
                    completeBy: 1m
                    retry: { maxAttempts: 1 }
                    probe: { action: a.ask, completeBy: 30s, retry: { maxAttempts: 1 } }
                    compensate: { action: a.undo, completeBy: 1m, retry: { maxAttempts: 1 } }
                    onExhausted: escalate
                """)
                .with(Kind.TRANSIENT, Kind.BUSINESS_NOT_DONE, Kind.PROBE_UNKNOWN, Kind.CANCEL)
                .atMost(1, Kind.RETRY, Kind.PROBE_NOW)
                .atMost(2, Kind.EDIT);
    }

    private static Model poison() {
        return Model.of("agents that die of it", """
                workflow: poison
                steps:
                  a: { action: a.do, completeBy: 1m, retry: { maxAttempts: 1, backoff: 1s }, onExhausted: continue }
                """)
                .with(Kind.LOST)
                .with(PEOPLE)
                .atMost(1, Kind.RETRY);
    }
}
