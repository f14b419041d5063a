package dev.reeve.test;

import dev.reeve.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A fault at one point. Written {@code report-lost@charge#1}. */
record Fault(FaultKind kind, Point point) {

    private static final String AND = " + ";

    boolean isAt(Point other) {
        return point.name().equals(other.name()) && other.allows(kind);
    }

    /**
     * Whether a service refuses to perform a step: a business failure, not a technical fault. Compensations follow from
     * it.
     */
    boolean isRefusal() {
        return kind == FaultKind.REFUSED && point.purpose() == Purpose.FORWARD;
    }

    String words() {
        return kind.words(point.name());
    }

    @Override
    public String toString() {
        return kind.code() + "@" + point.name();
    }

    static String write(List<Fault> faults) {
        return faults.stream().map(Fault::toString).collect(Collectors.joining(AND));
    }

    /** @throws IllegalArgumentException if the text is malformed */
    static List<Fault> read(String text) {
        List<Fault> faults = new ArrayList<>();
        for (String part : text.isBlank() ? new String[0] : text.strip().split("\\s*\\+\\s*", -1)) {
            int at = part.indexOf('@');
            if (at < 0) {
                throw new IllegalArgumentException(
                        "expected faults like report-lost@charge#1, joined by ' + ', found '%s'".formatted(part));
            }
            FaultKind kind = FaultKind.parse(part.substring(0, at));
            String name = part.substring(at + 1);
            Purpose purpose = kind.mishap() == null
                    ? null
                    : name.contains(".undo#")
                            ? Purpose.COMPENSATION
                            : name.contains(".probe#") ? Purpose.PROBE : Purpose.FORWARD;
            faults.add(new Fault(kind, new Point(name, purpose)));
        }
        return faults;
    }
}
