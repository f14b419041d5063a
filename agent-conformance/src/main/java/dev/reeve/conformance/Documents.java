package dev.reeve.conformance;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Checks the form of what an agent sends. */
final class Documents {

    private static final List<String> CAUSES = List.of("TRANSIENT", "THROTTLED", "BUSINESS", "POISON");

    private static final Set<String> REGISTRATION = Set.of("protocol", "agent", "actions", "slots");
    private static final Set<String> EXCHANGE =
            Set.of("protocol", "waitMillis", "slots", "draining", "reports", "beats");

    private final Consumer<String> complaints;

    Documents(Consumer<String> complaints) {
        this.complaints = complaints;
    }

    void registration(JsonNode document) {
        members("registration", document, REGISTRATION);
        require(document, "protocol", node -> node.isInt() && node.intValue() == 1, "the number 1");
        require(document, "agent", Documents::isName, "1 to 255 characters");
        require(document, "slots", node -> node.isInt() && node.intValue() >= 1, "a whole number from 1");
        JsonNode actions = document.path("actions");
        if (!actions.isArray() || actions.isEmpty()) {
            complaints.accept("registration: actions: expected an array of names");
        }
        actions.forEach(action -> {
            if (!isName(action)) {
                complaints.accept("registration: actions: expected names of 1 to 255 characters, found " + action);
            }
        });
    }

    private static boolean isName(JsonNode node) {
        return node.isString()
                && !node.stringValue().isBlank()
                && node.stringValue().length() <= 255;
    }

    /** @param issued whether the server has given out this token */
    void exchange(JsonNode document, long waitMillisMax, Predicate<String> issued) {
        members("exchange", document, EXCHANGE);
        require(document, "protocol", node -> node.isInt() && node.intValue() == 1, "the number 1");
        optional(document, "waitMillis", node -> node.isInt() && node.intValue() >= 0, "a whole number from 0");
        optional(document, "slots", node -> node.isInt() && node.intValue() >= 0, "a whole number from 0");
        optional(document, "draining", JsonNode::isBoolean, "true or false");
        optional(document, "reports", JsonNode::isArray, "an array");
        optional(document, "beats", JsonNode::isArray, "an array");
        if (document.path("waitMillis").asLong(0) > waitMillisMax) {
            complaints.accept("exchange: waitMillis: the server asked for at most " + waitMillisMax);
        }
        document.path("reports").forEach(report -> report(report, issued));
        document.path("beats").forEach(beat -> token("beat", beat, issued));
    }

    private void report(JsonNode report, Predicate<String> issued) {
        token("report", report, issued);
        if (report.has("output") == report.has("failure")) {
            complaints.accept("report: expected either output or failure: " + report);
        }
        JsonNode failure = report.path("failure");
        if (!failure.isObject()) {
            return;
        }
        require(failure, "cause", node -> node.isString() && CAUSES.contains(node.stringValue()), "one of " + CAUSES);
        require(failure, "code", Documents::isName, "1 to 255 characters");
        optional(failure, "message", JsonNode::isString, "a string");
        optional(failure, "possiblyDone", JsonNode::isBoolean, "true or false");
        boolean throttled = failure.path("cause").asString("").equals("THROTTLED");
        if (throttled != failure.has("retryAfterMillis")) {
            complaints.accept("failure: retryAfterMillis belongs to the cause THROTTLED, and only to it: " + failure);
        }
    }

    private void token(String what, JsonNode node, Predicate<String> issued) {
        String token = node.path("token").asString("");
        if (!issued.test(token)) {
            complaints.accept("%s: the token was not given to this agent, or was changed: %s".formatted(what, node));
        }
    }

    private void require(JsonNode document, String name, Predicate<JsonNode> rule, String expected) {
        if (!document.has(name)) {
            complaints.accept("%s: expected %s, found none".formatted(name, expected));
        }
        optional(document, name, rule, expected);
    }

    private void optional(JsonNode document, String name, Predicate<JsonNode> rule, String expected) {
        if (document.has(name) && !rule.test(document.get(name))) {
            complaints.accept("%s: expected %s, found %s".formatted(name, expected, document.get(name)));
        }
    }

    private void members(String what, JsonNode document, Set<String> known) {
        if (!document.isObject()) {
            complaints.accept(what + ": expected an object");
            return;
        }
        document.propertyNames().forEach(name -> {
            if (!known.contains(name)) {
                complaints.accept("%s: the member '%s' is not of version 1".formatted(what, name));
            }
        });
    }
}
