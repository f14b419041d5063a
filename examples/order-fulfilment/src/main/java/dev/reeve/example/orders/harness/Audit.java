package dev.reeve.example.orders.harness;

import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.Catalogue;
import dev.reeve.example.orders.service.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the effects in the services' ledgers with the engine's outcomes of the orders. The two records are
 * independent, so agreement confirms both. For one thread.
 */
final class Audit {

    private final List<Order> orders;
    private final List<Story> stories;
    private final Map<String, Story> storyOf;
    private final List<Entry> everything;
    private final Book stock;
    private final Book money;
    private final Book parcels;
    private final Book messages;
    private final Book desk;

    private Audit(List<Order> orders, List<Story> stories, DataDirectory.Ledgers ledgers) {
        this.orders = orders;
        this.stories = stories;
        this.storyOf =
                stories.stream().collect(Collectors.toMap(story -> story.order().orderId(), Function.identity()));
        this.stock = new Book(ledgers.inventory(), "reserve", "release");
        this.money = new Book(ledgers.payments(), "charge", "refund");
        this.parcels = new Book(ledgers.shipping(), "create", "cancel");
        this.messages = new Book(ledgers.notifications(), "send", "");
        this.desk = new Book(ledgers.desk(), "close", "");
        this.everything = Stream.of(
                        ledgers.inventory(),
                        ledgers.payments(),
                        ledgers.shipping(),
                        ledgers.notifications(),
                        ledgers.desk())
                .flatMap(List::stream)
                .filter(entry -> !entry.action().equals("stock"))
                .toList();
    }

    /**
     * @param orders of the file
     * @param stories of all executions in the store
     */
    static List<Check> of(List<Order> orders, List<Story> stories, DataDirectory.Ledgers ledgers) {
        return new Audit(orders, stories, ledgers).checks();
    }

    private List<Check> checks() {
        return List.of(
                everyOrderEnded(),
                stockAddsUp(),
                moneyAddsUp(),
                parcelsAddUp(),
                nothingTwice(),
                undoneOrdersLeftNothing(),
                whatIsRecordedAsDoneWasDone(),
                everyOrderWasFiled(),
                noEffectWithoutOrder());
    }

    private Check everyOrderEnded() {
        List<String> findings = new ArrayList<>();
        for (Order order : orders) {
            Story story = storyOf.get(order.orderId());
            if (story == null) {
                findings.add("order %s has no execution".formatted(order.orderId()));
            } else if (!story.order().equals(order)) {
                findings.add("order %s was accepted with other content: %s".formatted(order.orderId(), story.order()));
            }
        }
        stories.stream()
                .filter(story -> !story.status().isTerminal())
                .forEach(story -> findings.add(
                        "order %s is still %s".formatted(story.order().orderId(), story.status())));
        return new Check(
                "every order ended, wholly done or wholly undone",
                "%,d orders = %,d fulfilled + %,d undone"
                        .formatted(stories.size(), count(Story::isFulfilled), count(Story::isUndone)),
                findings);
    }

    private Check stockAddsUp() {
        return new Check(
                "stock adds up to the fulfilled orders",
                "%,d pieces reserved - %,d released = %,d sold"
                        .formatted(stock.done(), stock.undone(), stock.done() - stock.undone()),
                stock.balance(stories, Order::quantity));
    }

    private Check moneyAddsUp() {
        return new Check(
                "money adds up to the fulfilled orders",
                "%s charged - %s refunded = %s earned"
                        .formatted(
                                Text.money(money.done()),
                                Text.money(money.undone()),
                                Text.money(money.done() - money.undone())),
                money.balance(stories, Audit::price));
    }

    /** From the catalogue, not from what was charged. */
    private static long price(Order order) {
        return Math.multiplyExact(Catalogue.price(order.sku()).orElse(0), order.quantity());
    }

    private Check parcelsAddUp() {
        List<String> findings = new ArrayList<>(parcels.balance(stories, order -> 1));
        Map<String, Entry> created = parcels.effects();
        for (Story story : stories) {
            Entry parcel = created.get(story.order().orderId());
            if (story.isFulfilled() && parcel != null && !parcel.subject().equals(story.tracking())) {
                findings.add("order %s received tracking number %s, and its parcel has %s"
                        .formatted(story.order().orderId(), story.tracking(), parcel.subject()));
            }
        }
        return new Check(
                "parcels add up to the fulfilled orders",
                "%,d created - %,d cancelled = %,d on their way"
                        .formatted(parcels.done(), parcels.undone(), parcels.done() - parcels.undone()),
                findings);
    }

    private Check nothingTwice() {
        List<String> findings = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        Set<String> actions = new HashSet<>();
        for (Entry entry : everything) {
            if (!keys.add(entry.key())) {
                findings.add("two effects have the idempotency key " + entry.key());
            } else if (!actions.add(entry.action() + " " + entry.orderId())) {
                findings.add("order %s: two times %s".formatted(entry.orderId(), entry.action()));
            }
        }
        return new Check(
                "nothing was charged, or done at all, twice",
                "%,d effects; %,d steps were retried after their effect, and had no second one"
                        .formatted(everything.size(), repeats()),
                findings);
    }

    /** Number of steps whose effect is of an earlier attempt than the one whose outcome the engine accepted. */
    private long repeats() {
        return byStep().entrySet().stream()
                .mapToLong(step -> step.getValue().effects().values().stream()
                        .filter(entry -> isRepeated(step.getKey(), entry))
                        .count())
                .sum();
    }

    private boolean isRepeated(String step, Entry entry) {
        Story story = storyOf.get(entry.orderId());
        Integer accepted = story == null ? null : story.acceptedAttempts().get(step);
        return accepted != null && accepted > entry.attempt();
    }

    private Map<String, Book> byStep() {
        return Map.of(
                "reserve_inventory", stock,
                "charge_payment", money,
                "create_shipment", parcels,
                "send_notification", messages);
    }

    private Check undoneOrdersLeftNothing() {
        List<Story> undone = stories.stream().filter(Story::isUndone).toList();
        List<String> findings = new ArrayList<>();
        Map<String, Book> books = Map.of("stock", stock, "money", money, "parcels", parcels);
        books.forEach((name, book) ->
                book.differences(undone, order -> 0).forEach(difference -> findings.add(name + ": " + difference)));
        return new Check(
                "undone orders left nothing behind",
                "%,d orders with no stock, no money and no parcel".formatted(undone.size()),
                findings);
    }

    private Check whatIsRecordedAsDoneWasDone() {
        List<String> findings = new ArrayList<>();
        long steps = 0;
        for (Map.Entry<String, Book> step : byStep().entrySet()) {
            Map<String, Entry> effects = step.getValue().effects();
            for (Story story : stories) {
                boolean recorded = story.acceptedAttempts().containsKey(step.getKey());
                steps += recorded ? 1 : 0;
                if (recorded && !effects.containsKey(story.order().orderId())) {
                    findings.add("order %s: %s is recorded as done, and the service knows nothing of it"
                            .formatted(story.order().orderId(), step.getKey()));
                }
            }
        }
        return new Check(
                "every step that is recorded as done was done",
                "%,d steps; %,d customers were told, %,d could not be"
                        .formatted(steps, count(this::wasTold), count(Story::isFulfilled) - count(this::wasTold)),
                findings);
    }

    private boolean wasTold(Story story) {
        return story.isFulfilled()
                && messages.effects().containsKey(story.order().orderId());
    }

    private Check everyOrderWasFiled() {
        Map<String, Entry> filed = desk.effects();
        List<String> findings = new ArrayList<>();
        for (Story story : stories) {
            Entry entry = filed.get(story.order().orderId());
            @Nullable String outcome = entry == null ? null : entry.subject();
            if (!Objects.equals(outcome, story.status().name().toLowerCase(Locale.ROOT))) {
                findings.add("order %s ended %s, and was filed as %s"
                        .formatted(story.order().orderId(), story.status(), outcome));
            }
        }
        Map<String, Long> outcomes = new HashMap<>();
        filed.values().forEach(entry -> outcomes.merge(entry.subject(), 1L, Long::sum));
        return new Check(
                "every order was filed once, with its outcome",
                outcomes.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(outcome -> "%,d %s".formatted(outcome.getValue(), outcome.getKey()))
                        .collect(Collectors.joining(", ")),
                findings);
    }

    private Check noEffectWithoutOrder() {
        return new Check(
                "no effect belongs to no order",
                "%,d effects of %,d orders".formatted(everything.size(), stories.size()),
                everything.stream()
                        .filter(entry -> !storyOf.containsKey(entry.orderId()))
                        .map(entry -> "%s of order %s, which the engine does not know"
                                .formatted(entry.action(), entry.orderId()))
                        .toList());
    }

    private long count(Predicate<Story> which) {
        return stories.stream().filter(which).count();
    }
}
