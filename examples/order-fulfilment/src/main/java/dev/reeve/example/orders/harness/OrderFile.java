package dev.reeve.example.orders.harness;

import dev.reeve.InvalidInputException;
import dev.reeve.example.orders.Order;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads orders from a file with a JSON object on each line. A bad line does not affect the other lines. Blank lines are
 * ignored. Memory is bounded for any content.
 */
final class OrderFile {

    static final int LINE_BYTES_MAX = 10_000;

    static final int ORDERS_MAX = 100_000;

    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final Consumer<BadLine> bad;
    private final Map<String, Integer> lineOfOrder = new LinkedHashMap<>();
    private final List<Order> orders = new ArrayList<>();
    private int badLines;

    private OrderFile(Consumer<BadLine> bad) {
        this.bad = bad;
    }

    /** A line that is no order. */
    record BadLine(int line, String reason) {}

    /** The content of a file. */
    record Contents(List<Order> orders, int badLines) {}

    /**
     * Reads a file.
     *
     * @param bad receives each bad line, in order
     * @throws UnusableException if the file cannot be read, or holds no order
     */
    static Contents read(Path file, Consumer<BadLine> bad) {
        if (!Files.exists(file)) {
            throw new UnusableException("%s: there is no such file".formatted(file));
        }
        if (!Files.isRegularFile(file)) {
            throw new UnusableException("%s is not a file".formatted(file));
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString(), bad);
        } catch (IOException e) {
            throw new UnusableException("%s cannot be read: %s".formatted(file, e), e);
        }
    }

    /** @param name of the file, for messages */
    static Contents read(InputStream in, String name, Consumer<BadLine> bad) throws IOException {
        OrderFile reader = new OrderFile(bad);
        reader.lines(new BufferedInputStream(in));
        if (reader.orders.isEmpty()) {
            throw new UnusableException("%s: expected an order as a JSON object on each line, found %s"
                    .formatted(name, reader.badLines == 0 ? "an empty file" : "no good one"));
        }
        return new Contents(List.copyOf(reader.orders), reader.badLines);
    }

    private void lines(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int number = 1;
        long length = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                line(number, line, length);
                line.reset();
                length = 0;
                number = Math.incrementExact(number);
            } else {
                if (length < LINE_BYTES_MAX) {
                    line.write(next);
                }
                length++;
            }
        }
        line(number, line, length);
    }

    /** @param length of the whole line; {@code bytes} holds its beginning */
    private void line(int number, ByteArrayOutputStream bytes, long length) {
        if (length > LINE_BYTES_MAX) {
            bad(number, "%,d bytes, and the limit is %,d".formatted(length, LINE_BYTES_MAX));
            return;
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            bad(number, "not UTF-8");
            return;
        }
        if (number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text = text.substring(1);
        }
        if (!text.isBlank()) {
            order(number, text.strip());
        }
    }

    private void order(int number, String text) {
        ParsedOrder parsed;
        try {
            parsed = ParsedOrder.of(text);
        } catch (InvalidInputException e) {
            parsed = new ParsedOrder.Bad(Text.shown(e.getMessage()).replace(" at line 1, column", " at column"));
        }
        switch (parsed) {
            case ParsedOrder.Bad(String reason) -> bad(number, reason);
            case ParsedOrder.Good(Order order) -> {
                Integer before = lineOfOrder.putIfAbsent(order.orderId(), number);
                if (before != null) {
                    bad(number, "orderId %s is taken by line %d".formatted(order.orderId(), before));
                } else if (orders.size() == ORDERS_MAX) {
                    throw new UnusableException("more than %,d orders: split the file".formatted(ORDERS_MAX));
                } else {
                    orders.add(order);
                }
            }
        }
    }

    private void bad(int line, String reason) {
        badLines++;
        bad.accept(new BadLine(line, reason));
    }
}
