package dev.reeve.test;

import dev.reeve.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A fault at one point. Written {@code report-lost@charge#1}, or {@code refused-with=CARD_DECLINED@charge#1}.
 *
 * @param code the code of a refusal that has one of the definition's; null for every other fault
 */
record Fault(FaultKind kind, Point point, @Nullable String code) {

    private static final String AND = " + ";

    Fault(FaultKind kind, Point point) {
        this(kind, point, null);
    }

    boolean isAt(Point other) {
        return point.name().equals(other.name()) && other.allows(kind);
    }

    /**
     * Whether a service refuses to perform a step: a business failure, not a technical fault. Compensations follow from
     * it.
     */
    boolean isRefusal() {
        return kind.mishap() == Mishap.REFUSED && point.purpose() == Purpose.FORWARD;
    }

    String words() {
        return kind.words(point.name()) + (code == null ? "" : " with " + code);
    }

    @Override
    public String toString() {
        return kind.code() + (code == null ? "" : "=" + code) + "@" + point.name();
    }

    static String write(List<Fault> faults) {
        return faults.stream().map(Fault::toString).collect(Collectors.joining(AND));
    }

    /** @throws IllegalArgumentException if the text is malformed */
    static List<Fault> read(String text) {
        List<Fault> faults = new ArrayList<>();
        for (String part : text.isBlank() ? new String[0] : text.strip().split("\\s*\\+\\s*", -1)) {
            int at = part.lastIndexOf('@');
            if (at < 0) {
                throw new IllegalArgumentException(
                        "expected faults like report-lost@charge#1, joined by ' + ', found '%s'".formatted(part));
            }
            int coded = part.substring(0, at).indexOf('=');
            String code = coded < 0 ? null : part.substring(coded + 1, at);
            FaultKind kind = FaultKind.parse(part.substring(0, coded < 0 ? at : coded));
            if ((code == null) == (kind == FaultKind.REFUSED_WITH)) {
                throw new IllegalArgumentException(
                        "expected a code in refused-with=CODE, and nowhere else, found '%s'".formatted(part));
            }
            String name = part.substring(at + 1);
            Purpose purpose = kind.mishap() == null
                    ? null
                    : name.contains(".undo#")
                            ? Purpose.COMPENSATION
                            : name.contains(".probe#") ? Purpose.PROBE : Purpose.FORWARD;
            faults.add(new Fault(kind, new Point(name, purpose), code));
        }
        return faults;
    }
}
