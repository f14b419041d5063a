package dev.reeve.internal.http;

/** Compares entity tags weakly, as RFC 9110, section 13.1.2, demands for {@code If-None-Match}. */
public final class EntityTag {

    private EntityTag() {}

    /**
     * Returns whether a request names this tag in {@code If-None-Match}. The client keeps the content then.
     *
     * @param tag with its quotation marks
     */
    public static boolean isKnown(HttpRequest request, String tag) {
        return request.header("if-none-match").filter(sent -> names(sent, tag)).isPresent();
    }

    /** Takes linear time, since any client can send a long header. */
    private static boolean names(String sent, String tag) {
        for (String each : sent.split(",", -1)) {
            String one = each.strip();
            if (one.equals("*") || (one.startsWith("W/") ? one.substring(2) : one).equals(tag)) {
                return true;
            }
        }
        return false;
    }
}
