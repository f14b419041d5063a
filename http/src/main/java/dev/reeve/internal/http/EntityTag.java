package dev.reeve.internal.http;

/** Compares entity tags as RFC 9110, section 13.1.2, says: weakly, since the content is compared, not its bytes. */
public final class EntityTag {

    private EntityTag() {}

    /**
     * Whether the client of this request has the content with this tag.
     *
     * @param tag with its quotation marks
     */
    public static boolean isKnown(HttpRequest request, String tag) {
        return request.header("if-none-match").filter(sent -> names(sent, tag)).isPresent();
    }

    /** Takes linear time: the header is of a stranger. */
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
