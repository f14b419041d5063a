package dev.reeve.simulation.world;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Adds items, rounds, choices, signals and points of no return to the steps of a random workflow. Uses its own random
 * generator, so that workflows without them do not change.
 */
final class Constructs {

    /** A duration of a call. */
    private static final Pattern TIME = Pattern.compile(
            "^(\"completeBy\":|\"startBy\":|\"retry\":.*\"backoff\":|\"compensate\":.*\"completeBy\":)\"([0-9]+m?s)\"(.*)$");

    private static final Pattern TIMEOUT =
            Pattern.compile("^(\"await\":\\{\"signal\":\"go\",\"timeout\":)\"([0-9]+s)\"(.*)$");

    /** An action of a call. */
    private static final Pattern ACTION = Pattern.compile("\"action\":\"(bank|stock|mail)\\.(do|ask|undo)\"");

    /** The codes that {@code onExhausted} names: of agents, of the engine, and of children. */
    private static final List<String> CODES =
            List.of("NO", "SHAKY", "DOWN", "COMPLETE_BY_PASSED", "AWAIT_TIMED_OUT", "CHILD_COMPENSATED");

    private static final List<String> RETRIED = List.of(
            "\"on\":[\"NO\",\"SHAKY\"]",
            "\"never\":[\"SHAKY\",\"BUSY\"]",
            "\"on\":[\"NO\"],\"never\":[\"AGENT_LOST\"]");

    private static final String POLICY = "\"onExhausted\":";

    private static final List<String> CASES = List.of("one", "two", "other");

    private final RandomGenerator random;
    private final double rate;
    private final boolean groups;

    /** Of the current graph. */
    private final Set<String> choices = new HashSet<>();

    private String prefix = "";
    private int pivot;

    /**
     * @param rate share of the steps with a special construct, 0 to 1
     * @param groups whether some steps become groups
     */
    Constructs(RandomGenerator random, double rate, boolean groups) {
        this.random = random;
        this.rate = rate;
        this.groups = groups;
    }

    /** Whether any step may have a special construct. */
    boolean areUsed() {
        return rate > 0;
    }

    /** Begins another graph. */
    void begin(String stepPrefix, int size) {
        prefix = stepPrefix;
        choices.clear();
        pivot = isMain() && random.nextDouble() < rate / 2 ? random.nextInt(size) : size;
    }

    private boolean isMain() {
        return prefix.equals("s");
    }

    /**
     * A step as drawn, or one with a construct.
     *
     * @param before the numbers of its predecessors
     * @param any whether one of the predecessors suffices
     * @param keys all other keys of its definition
     */
    String step(int number, List<Integer> before, boolean any, List<String> keys) {
        List<String> members = new ArrayList<>(keys);
        boolean more = random.nextDouble() < rate;
        boolean waits = keys.stream().anyMatch(key -> key.startsWith("\"wait\""));
        if (number == pivot) {
            if (waits || (more && random.nextInt(4) == 0)) {
                replace(members, awaiting());
            } else if (more) {
                loop(members);
            }
            outcome(members, "compensate", "escalate");
            members.add("\"pivot\":true");
        } else if (more) {
            special(number, members, waits);
        }
        if (number > pivot) {
            onlyForward(members);
        }
        startBy(members);
        computedTimes(members);
        computedNames(members);
        codes(number, members);
        giveUpAfter(members);
        if (groups) {
            GroupedSteps.group(members);
        }
        edges(number, before, any).forEach(edge -> members.addFirst(edge));
        return String.join(",", members);
    }

    /**
     * Steps beside the drawn ones, which compute a value or end the execution on purpose. Derived from earlier draws,
     * so that the rest of the world does not change.
     *
     * @param soFar the definition up to here
     */
    List<String> further(int size, String soFar) {
        List<String> steps = new ArrayList<>();
        int lot = (soFar.hashCode() * 0x9E3779B9) >>> 8;
        if (rate == 0) {
            return steps;
        }
        String before = prefix + lot % size;
        if (lot % 3 == 0) {
            steps.add("\"%sv\":{\"after\":[\"%s\"],\"value\":{\"n\":\"${ input.n + 1 }\"}}".formatted(prefix, before));
        }
        if (lot % 4 == 1) {
            steps.add(
                    "\"%sr\":{\"after\":[\"%s\"],\"value\":{\"code\":\"${ steps.%s.error.code }\",\"all\":\"${ steps.%s.error }\"}}"
                            .formatted(prefix, before, before, before));
        }
        if (!isMain() && lot % 2 == 0) {
            steps.add(
                    "\"fe\":{\"value\":{\"why\":\"${ execution.error.code }\",\"step\":\"${ execution.error.step }\",\"first\":\"${ steps.s0.error.code }\"}}");
        }
        String when = List.of("${ input.n > 4 }", "${ input.n = 2 }", "${ input.n < 4 }")
                .get(lot / 3 % 3);
        if (isMain() && lot / 9 % 3 == 0) {
            steps.add("\"se\":{\"after\":[\"%s\"],\"when\":\"%s\",\"complete\":{\"early\":\"${ input.n }\"}}"
                    .formatted(before, when));
        } else if (isMain() && lot / 9 % 3 == 1 && pivot == size) {
            steps.add(
                    "\"sf\":{\"after\":[\"%s\"],\"when\":\"%s\",\"fail\":{\"code\":\"ON_PURPOSE\",\"message\":\"n is ${ input.n }\"}}"
                            .formatted(before, when));
        }
        return steps;
    }

    /** Derived from earlier draws, so that the rest of the world does not change. */
    private void startBy(List<String> members) {
        int drawn = (members.hashCode() * 0x9E3779B9) >>> 16;
        if (rate > 0 && drawn % 8 == 0 && members.stream().anyMatch(key -> key.startsWith("\"action\""))) {
            members.add("\"startBy\":\"%ds\"".formatted(2 + drawn / 8 % 60));
            members.add("\"expected\":\"%dms\",\"onSlow\":\"alert\"".formatted(100 + drawn / 8 % 900));
        }
    }

    /** The same times as expressions, and timeouts that a signal moves. Derived from earlier draws, as above. */
    private void computedTimes(List<String> members) {
        int drawn = (members.hashCode() * 0x7F4A7C15) >>> 16;
        if (rate == 0) {
            return;
        }
        if (drawn % 4 == 0) {
            members.replaceAll(key -> TIME.matcher(key).replaceFirst("$1\"\\${ '$2' }\"$3"));
        }
        if (drawn % 5 == 1) {
            members.replaceAll(key -> key.replace("{\"signal\":\"stop\"", "{\"signal\":[\"stop\",\"go\"]"));
        }
        if (drawn / 5 % 3 == 0 && members.stream().anyMatch(key -> key.startsWith("\"await\""))) {
            members.add("\"repeat\":{\"until\":\"%s\",\"max\":%d}"
                    .formatted(
                            List.of("${ $count(output) > 1 }", "${ round = 2 }", "${ $count(output) > 9 }")
                                    .get(drawn / 15 % 3),
                            1 + drawn / 45 % 4));
        }
        if (drawn % 3 == 0) {
            members.replaceAll(key -> TIMEOUT.matcher(key)
                    .replaceFirst("$1\"\\${ signal.k % 2 = 0 ? '$2' : '45s' }\",\"updateOn\":\"stop\"$3"));
        }
    }

    /**
     * The definition, but with a third of the signals that move a timeout no time can be computed. Changed at last, so
     * that what is derived from earlier draws does not change.
     */
    static String withUselessSignals(String definition) {
        return definition.replace("${ signal.k % 2", "${ signal.k % 3 = 1 ? 'never' : signal.k % 2");
    }

    /**
     * One of two services, as the input, the item or the round says. Of one purpose the other service is sometimes not
     * listed, so that the name cannot be used. Derived from earlier draws, as above.
     */
    private void computedNames(List<String> members) {
        int lot = (members.hashCode() * 0x2545F491) >>> 16;
        if (rate == 0 || lot % 4 > 0) {
            return;
        }
        String number = has(members, "forEach") ? "index" : has(members, "repeat") ? "round" : "input.n";
        String service = ServiceNames.ALL.get(lot / 4 % ServiceNames.ALL.size());
        String unlisted = List.of("do", "undo", "ask", "", "", "").get(lot / 12 % 6);
        members.replaceAll(key -> ACTION.matcher(key).replaceAll(found -> {
            String name = found.group(1) + "." + found.group(2);
            String other = service + "." + found.group(2);
            boolean isListed = !found.group(2).equals(unlisted) && !name.equals(other);
            return "\"action\":\"\\${ %s %% 2 = 0 ? '%s' : '%s' }\",\"oneOf\":[\"%s\"%s]"
                    .formatted(number, name, other, name, isListed ? ",\"" + other + "\"" : "");
        }));
    }

    private static boolean has(List<String> members, String name) {
        return members.stream().anyMatch(key -> key.startsWith("\"" + name + "\""));
    }

    /** Decisions and retries by code. Derived from earlier draws, as above. */
    private void codes(int number, List<String> members) {
        int lot = (members.hashCode() * 0x2C1B3C6D) >>> 16;
        if (rate == 0) {
            return;
        }
        if (lot % 3 == 0) {
            List<String> words = !isMain() || number > pivot
                    ? List.of("escalate", "continue")
                    : number == pivot
                            ? List.of("escalate", "compensate")
                            : List.of("continue", "compensate", "escalate");
            int first = lot / 3 % CODES.size();
            int second = (first + 1 + lot / 12 % (CODES.size() - 1)) % CODES.size();
            String byCode = "\"onExhausted\":{\"%s\":\"%s\",\"%s\":\"%s\",\"otherwise\":"
                    .formatted(
                            CODES.get(first), words.getFirst(), CODES.get(second), words.get(lot / 24 % words.size()));
            members.replaceAll(key -> key.startsWith(POLICY) && !key.contains("otherwise")
                    ? byCode + key.substring(POLICY.length()) + "}"
                    : key);
        }
        if (lot % 4 == 1) {
            String retried = RETRIED.get(lot / 4 % RETRIED.size());
            members.replaceAll(key ->
                    key.startsWith("\"retry\":") ? key.substring(0, key.length() - 1) + "," + retried + "}" : key);
        }
    }

    /** Times after which retries end, also those of probes and compensations. Derived from earlier draws, as above. */
    private void giveUpAfter(List<String> members) {
        int lot = (members.hashCode() * 0x1B873593) >>> 16;
        if (rate > 0 && lot % 3 == 0) {
            String time = "\"retry\":{\"giveUpAfter\":\"%ds\",".formatted(1 + lot / 6 % 50);
            boolean all = lot / 3 % 2 == 0;
            members.replaceAll(key -> all || key.startsWith("\"retry\":") ? key.replace("\"retry\":{", time) : key);
        }
    }

    /** A pivot follows all steps drawn before it, so that only later steps must do without compensation. */
    private List<String> edges(int number, List<Integer> before, boolean any) {
        List<String> after = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            if (number == pivot || before.contains(i)) {
                String name = prefix + i;
                boolean ofCase = choices.contains(name) && number != pivot && random.nextInt(4) > 0;
                after.add("\"%s\"".formatted(ofCase ? name + "." + CASES.get(random.nextInt(3)) : name));
            }
        }
        List<String> edges = new ArrayList<>();
        if (!after.isEmpty()) {
            edges.add("\"after\":" + after);
        }
        if (number != pivot && after.size() > 1) {
            if (random.nextDouble() < rate) {
                edges.add("\"join\":" + (1 + random.nextInt(after.size())));
            } else if (any) {
                edges.add("\"join\":\"any\"");
            }
        }
        return edges;
    }

    private void special(int number, List<String> members, boolean waits) {
        switch (random.nextInt(waits ? 2 : 6)) {
            case 0 -> {
                choices.add(prefix + number);
                replace(members, choice());
            }
            case 1 -> {
                replace(members, awaiting());
                if (isMain()) {
                    outcome(members, "compensate", "escalate", "continue");
                }
            }
            default -> loop(members);
        }
    }

    private void loop(List<String> members) {
        if (members.stream().anyMatch(key -> key.startsWith("\"workflow\""))) {
            return;
        }
        int kind = random.nextInt(6);
        if (kind < 3) {
            members.add(forEach());
            if (random.nextInt(4) == 0) {
                replaceInput(members, "{\"item\":\"${ item }\",\"number\":\"${ index }\"}");
            }
        }
        if (kind == 2 || kind == 3 || kind == 4) {
            members.add(repeat());
            if (random.nextInt(4) == 0) {
                replaceInput(members, "{\"round\":\"${ round }\",\"last\":\"${ output.attempt }\"}");
            }
        }
        if (kind == 5) {
            members.add("\"output\":{\"schema\":{\"properties\":{\"attempt\":{\"maximum\":%d}}}}"
                    .formatted(1 + random.nextInt(2)));
        }
    }

    private static void replaceInput(List<String> members, String input) {
        members.removeIf(key -> key.startsWith("\"input\""));
        members.add("\"input\":" + input);
    }

    /** Replaces a call by a task that calls no action, and keeps only the condition. */
    private static void replace(List<String> members, String task) {
        members.removeIf(key -> !key.startsWith("\"when\""));
        members.add(task);
    }

    private String choice() {
        return "\"switch\":{\"one\":\"%s\",\"two\":\"%s\",\"other\":\"%s\"}"
                .formatted(
                        pick("${ input.n < 3 }", "${ input.n > 6 }"),
                        pick("${ input.n < 6 }", "${ input.n = 1 }"),
                        pick("otherwise", "${ input.n > 4 }"));
    }

    private String awaiting() {
        StringBuilder await =
                new StringBuilder("\"await\":{\"signal\":\"%s\"".formatted(Sender.NAMES.get(random.nextInt(2))));
        if (random.nextInt(4) > 0) {
            await.append(",\"timeout\":\"%ds\"".formatted(1 + random.nextInt(60)));
            if (random.nextInt(2) == 0) {
                await.append(",\"default\":{\"k\":0}");
            }
        }
        if (random.nextInt(2) == 0) {
            await.append(",\"schema\":{\"type\":\"object\",\"required\":[\"k\"]}");
        }
        return await.append('}').toString();
    }

    private String forEach() {
        String items = pick(
                "[1,\"${ input.n }\",{\"a\":3}]",
                "\"${ [1..3] }\"",
                "\"${ [1..input.n] }\"",
                "\"${ [] }\"",
                "\"${ input.n }\"",
                "[1,2]");
        String tolerate = pick("", "", ",\"tolerate\":1", ",\"tolerate\":\"50%\"");
        String batch = pick("", "", ",\"batch\":2");
        return "\"forEach\":%s,\"concurrency\":%d%s%s".formatted(items, 1 + random.nextInt(3), tolerate, batch);
    }

    private String repeat() {
        return "\"repeat\":{\"until\":\"%s\",\"delay\":\"%s\",\"max\":%d}"
                .formatted(
                        pick("${ round = 2 }", "${ output.attempt > 2 }", "${ round > 2 }", "${ output.attempt > 9 }"),
                        pick("0s", "2s", "20s"),
                        1 + random.nextInt(4));
    }

    /** After the point of no return, or in parallel to it, nothing is undone. */
    private void onlyForward(List<String> members) {
        boolean cannotFail =
                members.stream().anyMatch(key -> key.startsWith("\"switch\"") || key.startsWith("\"wait\""));
        members.removeIf(key -> key.startsWith("\"compensate\"") || key.startsWith("\"onUnknown\""));
        if (!cannotFail) {
            outcome(members, "escalate", "continue");
        }
    }

    private void outcome(List<String> members, String... outcomes) {
        members.removeIf(key -> key.startsWith("\"onExhausted\""));
        members.add("\"onExhausted\":\"%s\"".formatted(pick(outcomes)));
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }
}
