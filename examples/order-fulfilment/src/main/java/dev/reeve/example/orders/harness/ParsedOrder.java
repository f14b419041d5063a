package dev.reeve.example.orders.harness;

import dev.reeve.Json;
import dev.reeve.example.orders.Order;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A line of a file: an order, or the reason why it is none. */
sealed interface ParsedOrder {

    int QUANTITY_MAX = 1_000;

    Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    Set<String> FIELDS = Set.of("orderId", "sku", "quantity", "card");

    /**
     * Reads an order from a JSON object.
     *
     * @throws dev.reeve.InvalidInputException if the text is not JSON
     */
    static ParsedOrder of(String text) {
        Json json = Json.parse(text, "order");
        if (!(json.value() instanceof Map<?, ?> fields)) {
            return new ParsedOrder.Bad("expected a JSON object such as {\"orderId\": …, \"sku\": …}");
        }
        List<String> problems = new ArrayList<>();
        unknown(fields).ifPresent(problems::add);
        String orderId = word(fields, "orderId", problems);
        String sku = word(fields, "sku", problems);
        int quantity = quantity(fields, problems);
        String card = word(fields, "card", problems);
        return problems.isEmpty()
                ? new ParsedOrder.Good(new Order(orderId, sku, quantity, card))
                : new ParsedOrder.Bad(String.join("; ", problems));
    }

    private static Optional<String> unknown(Map<?, ?> fields) {
        Set<String> unknown = new TreeSet<>();
        for (Object name : fields.keySet()) {
            if (!FIELDS.contains(name)) {
                unknown.add("'" + Text.shown(name) + "'");
            }
        }
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of("unknown field %s: expected orderId, sku, quantity and card"
                        .formatted(String.join(", ", unknown)));
    }

    private static String word(Map<?, ?> fields, String name, List<String> problems) {
        if (fields.get(name) instanceof String word && WORD.matcher(word).matches()) {
            return word;
        }
        problems.add(wrong(
                fields,
                name,
                "1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit"));
        return "";
    }

    private static int quantity(Map<?, ?> fields, List<String> problems) {
        if (fields.get("quantity") instanceof Integer quantity && quantity >= 1 && quantity <= QUANTITY_MAX) {
            return quantity;
        }
        problems.add(wrong(fields, "quantity", "a whole number from 1 to %,d".formatted(QUANTITY_MAX)));
        return 0;
    }

    private static String wrong(Map<?, ?> fields, String name, String expected) {
        if (!fields.containsKey(name)) {
            return name + " is missing: expected " + expected;
        }
        @Nullable Object found = fields.get(name);
        String shown = found instanceof String text ? "\"" + Text.shown(text) + "\"" : Text.shown(found);
        return "%s: expected %s, found %s".formatted(name, expected, shown);
    }

    /** An order as a line of a file. */
    static Json json(Order order) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("orderId", order.orderId());
        fields.put("sku", order.sku());
        fields.put("quantity", order.quantity());
        fields.put("card", order.card());
        return Json.of(fields);
    }

    record Good(Order order) implements ParsedOrder {}

    record Bad(String reason) implements ParsedOrder {}
}
