package dev.reeve.benchmark.workload;

import dev.reeve.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Payloads of the workflows: inputs of about 200 bytes and results of about 100. All are different, so that a result of
 * the wrong execution is detected.
 */
public final class Payloads {

    private static final int NUMBER_DIGITS = 12;
    private static final String ORDER_HEAD = "{\"order\":\"";
    private static final String ORDER_TAIL =
            "\",\"customer\":\"0198c2f4-7a31-7c55-9d0e-3f6b8a1c2d4e\",\"sku\":\"REEVE-4711-BLUE\",\"quantity\":3,\"amount\":149.85,\"currency\":\"EUR\",\"phone\":\"030 123456\",\"address\":\"Lindenstr. 7, 10969 Berlin\"}";
    private static final String RESULT_HEAD = "{\"order\":\"";
    private static final String RESULT_TAIL =
            "\",\"status\":\"done\",\"reference\":\"8f14e45f-ceea-467f-a0e6-b1c3d5e7f901\"}";

    /** So short that the results of 100,000 items fit into one payload. */
    public static final Json SMALL_RESULT = new Json("1");

    private Payloads() {}

    /** The input of an execution with a list of this many elements, of about 700 kB for 100,000. */
    public static Json list(int elements) {
        String numbers =
                IntStream.range(0, elements).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return new Json("{\"order\":%s,\"list\":[%s]}".formatted(order(0).text(), numbers));
    }

    /** The input of the execution with this number. */
    public static Json order(long number) {
        return new Json(ORDER_HEAD + digits(number) + ORDER_TAIL);
    }

    /** A no-op handler's answer to such an input. */
    public static Json result(Json order) {
        return new Json(RESULT_HEAD
                + order.text().substring(ORDER_HEAD.length(), ORDER_HEAD.length() + NUMBER_DIGITS)
                + RESULT_TAIL);
    }

    /** Whether an execution's output holds exactly this number of results, all for the input with this number. */
    public static boolean isOutput(Json output, long number, int results) {
        String text = output.text();
        String wanted = RESULT_HEAD + digits(number) + RESULT_TAIL;
        return occurrences(text, wanted) == results && occurrences(text, RESULT_HEAD) == results;
    }

    private static int occurrences(String text, String wanted) {
        int count = 0;
        for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length())) {
            count++;
        }
        return count;
    }

    private static String digits(long number) {
        String text = Long.toString(number);
        return "0".repeat(NUMBER_DIGITS - text.length()) + text;
    }
}
