package dev.reeve.internal.values;

import java.util.regex.Pattern;

/** Paths of values in JSON, such as {@code steps.charge_payment.after[0]}. */
public final class MemberPath {

    private static final Pattern SIMPLE = Pattern.compile("[A-Za-z0-9_$-]+");

    private MemberPath() {}

    public static String child(String path, String name) {
        String member = member(name);
        return path.isEmpty() && member.startsWith(".") ? name : path + member;
    }

    /**
     * The part that a member adds to a path: {@code .name}, or {@code ["odd name"]} if the end of the name would be
     * unclear.
     */
    public static String member(String name) {
        return SIMPLE.matcher(name).matches() ? "." + name : "[\"" + name + "\"]";
    }

    public static String child(String path, int index) {
        return path + "[" + index + "]";
    }
}
