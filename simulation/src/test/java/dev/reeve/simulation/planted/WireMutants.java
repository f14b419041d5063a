package dev.reeve.simulation.planted;

import java.util.List;

/** The exchange between agents and servers. The stories of agents over a bad network must find them. */
final class WireMutants {

    private static final String AGENT = "agent/src/main/java/dev/reeve/internal/agent/";
    private static final String PROTOCOL = AGENT + "protocol/";
    private static final String ENDPOINTS = AGENT + "endpoint/AgentEndpoints.java";
    private static final String TRANSPORT = AGENT + "http/HttpTransport.java";
    private static final String CHOICE = AGENT + "http/ServerChoice.java";

    private WireMutants() {}

    /** The documents. */
    static List<Mutant> documents() {
        return List.of(
                new Mutant(
                        "a failure loses on the wire that the effect may have happened",
                        "C5",
                        PROTOCOL + "ReportCodec.java",
                        "members.flag(\"possiblyDone\", true)",
                        "!members.flag(\"possiblyDone\", true) && retryAfter != null"),
                new Mutant(
                        "an agent learns that a refused report counts",
                        "I5",
                        PROTOCOL + "ReplyCodec.java",
                        "out.name(\"accepted\", false).value(refused == null);",
                        "out.name(\"accepted\", false).value(refused == null || !refused.isEmpty());"),
                new Mutant(
                        "a token is of use to another agent",
                        "I5",
                        PROTOCOL + "Seal.java",
                        "return matches(Tokens.sealOf(text), seal(\"attempt\", token.text())) ? token : null;",
                        "return Tokens.sealOf(text).isEmpty() ? null : token;"));
    }

    /** The server's side, for agents without a session. */
    static List<Mutant> claims() {
        return List.of(
                new Mutant(
                        "a claim that is repeated because its answer was lost gets another attempt",
                        "A9",
                        ENDPOINTS,
                        "KeyedClaim before = keys.putIfAbsent(name, mine);",
                        "KeyedClaim before = null;"),
                new Mutant(
                        "a claim that is repeated later learns of too much time",
                        "A3",
                        AGENT + "endpoint/Claim.java",
                        "request.remaining().minusNanos(nanos.getAsLong() - claimedAt),",
                        "request.remaining(),"),
                new Mutant(
                        "a server does not decide about the report of an attempt that another one handed out",
                        "L1",
                        ENDPOINTS,
                        "claim == null ? reportAlone(caller, report) : claim.report(report);",
                        "claim == null ? CompletableFuture.completedFuture(null) : claim.report(report);"),
                new Mutant(
                        "an agent without a session learns that a late report counts",
                        "I5",
                        ENDPOINTS,
                        "if (given.refused() != null) {",
                        "if (given.refused() != null && given.refused().isEmpty()) {"),
                new Mutant(
                        "a token of a claim is of use to another credential",
                        "I5",
                        ENDPOINTS,
                        "AttemptToken own = seal(caller).token(token);",
                        "AttemptToken own = seal(new Caller(\"shells\", caller.namespace())).token(token);"));
    }

    /** The agent's side. */
    static List<Mutant> transports() {
        return List.of(
                new Mutant(
                        "an agent stays with a server that is away",
                        "L1",
                        CHOICE,
                        "if (++failures < FAILURES_MAX || servers.size() == 1) {",
                        "if (++failures < FAILURES_MAX || servers.size() <= 2) {"),
                new Mutant(
                        "an agent leaves a server that fails now and then",
                        "L1",
                        CHOICE,
                        "            failures = 0;\n        }\n    }",
                        "            failures += 0;\n        }\n    }"),
                new Mutant(
                        "a session goes on at a server that is away",
                        "L1",
                        TRANSPORT,
                        "if (!servers.current().equals(link.server())) {",
                        "if (!links.containsKey(session)) {"),
                new Mutant(
                        "an agent goes on with a session that the server has ended",
                        "L1",
                        TRANSPORT,
                        "if (answer.status() == 404) {\n                        links.remove(session);",
                        "if (answer.status() == 404 && !links.containsKey(session)) {\n"
                                + "                        links.remove(session);"),
                new Mutant(
                        "an agent forgets with its session the tokens of what it holds",
                        "A9",
                        TRANSPORT,
                        "            links.remove(session);\n            return new UnknownSessionException(session);",
                        "            links.remove(session);\n            synchronized (tokens) {\n                tokens.clear();\n            }\n            return new UnknownSessionException(session);"));
    }
}
