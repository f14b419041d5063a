package dev.reeve.simulation.world;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.store.ModelPermits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes small random workflows with a mix of all features. All of them can end. */
final class Flows {

    /** The factor by which attempts and executions may take longer in a patient world. */
    private static final int PATIENCE = 30;

    private final RandomGenerator random;
    private final Constructs constructs;
    private final NestedFlows children;
    private final int patience;
    private final boolean permits;

    /**
     * @param patient whether attempts may take minutes instead of seconds
     * @param permits of the database; null if no step may be transactional
     */
    Flows(
            RandomGenerator random,
            Constructs constructs,
            NestedFlows children,
            boolean patient,
            @Nullable ModelPermits permits) {
        this.random = random;
        this.constructs = constructs;
        this.children = children;
        this.patience = patient ? PATIENCE : 1;
        this.permits = permits != null;
    }

    Definition next(String name, int version) {
        StringBuilder json = new StringBuilder("{\"workflow\":\"%s\",\"version\":%d".formatted(name, version));
        if (random.nextInt(4) == 0) {
            json.append(",\"completeBy\":\"%ds\"".formatted(patience * (20 + random.nextInt(200))));
        }
        children.begin(name);
        json.append(",\"steps\":{");
        graph(json, "s", 1 + random.nextInt(6));
        json.append('}');
        if (random.nextInt(3) == 0) {
            json.append(",\"finally\":{");
            graph(json, "f", 1 + random.nextInt(2));
            json.append('}');
        }
        if (random.nextInt(5) == 0) {
            json.append(",\"output\":{\"n\":\"${ input.n }\"}");
        }
        Definition drawn = DefinitionReader.parse(
                Constructs.withUselessSignals(json.append('}').toString()));
        return constructs.areUsed() ? OtherFlows.of(drawn) : drawn;
    }

    private void graph(StringBuilder json, String prefix, int size) {
        int density = 1 + random.nextInt(3);
        constructs.begin(prefix, size);
        for (int i = 0; i < size; i++) {
            List<Integer> before = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                if (random.nextInt(4) < density) {
                    before.add(k);
                }
            }
            boolean any = before.size() > 1 && random.nextInt(4) == 0;
            List<String> keys = new ArrayList<>();
            if (random.nextInt(7) == 0) {
                keys.add("\"when\":\"%s\"".formatted(pick("${ input.n > 4 }", "${ input.n < 8 }", "${ false }")));
            }
            if (random.nextInt(9) == 0) {
                keys.add("\"wait\":\"%ds\"".formatted(1 + random.nextInt(90)));
            } else {
                action(keys, prefix.equals("s"));
                children.replace(keys, prefix.equals("s"));
                if (permits && NestedFlows.isCall(keys) && Math.floorMod(Objects.hash(keys.toString(), 11), 4) == 0) {
                    keys.add("\"transactional\":true"); // derived from earlier draws, too
                }
            }
            json.append(i == 0 ? "" : ",").append("\"%s%d\":{".formatted(prefix, i));
            json.append(constructs.step(i, before, any, keys)).append('}');
        }
        constructs
                .further(size, json.toString())
                .forEach(step -> json.append(',').append(step));
    }

    private void action(List<String> keys, boolean main) {
        String service = ServiceNames.ALL.get(random.nextInt(ServiceNames.ALL.size()));
        keys.add("\"action\":\"%s.do\"".formatted(service));
        keys.add(timing());
        keys.add(retry(1 + random.nextInt(4)));
        if (random.nextInt(6) == 0) {
            keys.add("\"input\":{\"n\":\"${ input.n }\",\"for\":\"%s\"}".formatted(service));
        }
        if (random.nextInt(5) == 0) {
            keys.add("\"priority\":" + (random.nextInt(21) - 10));
        }
        if (random.nextInt(3) == 0) {
            keys.add("\"probe\":{\"action\":\"%s.ask\",\"completeBy\":\"%ds\",%s}"
                    .formatted(service, 2 + random.nextInt(10), retry(1 + random.nextInt(3))));
        }
        if (main && random.nextInt(3) > 0) {
            keys.add("\"compensate\":{\"action\":\"%s.undo\",%s,%s}"
                    .formatted(service, timing(), retry(2 + random.nextInt(5))));
        }
        if (random.nextInt(3) > 0) {
            String then = main ? pick("compensate", "escalate", "continue") : pick("escalate", "continue");
            keys.add(
                    random.nextInt(4) == 0
                            ? "\"onExhausted\":{\"pause\":\"%ds\",\"rounds\":%d,\"then\":\"%s\"}"
                                    .formatted(1 + random.nextInt(60), 1 + random.nextInt(2), then)
                            : "\"onExhausted\":\"%s\"".formatted(then));
        }
        int limited = Math.floorMod(Objects.hash(keys.toString(), 7), 12);
        if (limited < 2) {
            keys.add("\"limit\":{\"key\":\"${ input.n %% 3 }\",\"concurrency\":%d%s}"
                    .formatted(1 + limited, limited == 0 ? "" : ",\"rate\":\"%d/m\"".formatted(10 + keys.size())));
        }
        // Derived from earlier draws, so that later draws do not change.
        int lot = Math.floorMod(keys.hashCode(), 8);
        if (lot < 2) {
            keys.add("\"onUnknown\":\"%s\"".formatted(lot == 0 && main ? "compensate" : "escalate"));
        }
    }

    private String timing() {
        int seconds = patience * (2 + random.nextInt(20));
        return random.nextInt(3) == 0
                ? "\"completeBy\":\"%ds\",\"heartbeat\":\"%dms\"".formatted(seconds, seconds * 1000 / 4)
                : "\"completeBy\":\"%ds\"".formatted(seconds);
    }

    private String retry(int attempts) {
        return "\"retry\":{\"maxAttempts\":%d,\"backoff\":\"%dms\",\"factor\":2,\"maxBackoff\":\"%ds\"}"
                .formatted(attempts, 100 + random.nextInt(2000), 5 + random.nextInt(20));
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }
}
