package dev.reeve.internal.http;

/**
 * How much of the server one caller can hold at a time. The rest stays for others. Immutable.
 *
 * @param streams of events
 * @param polls long polls
 * @param reads requests that read much
 */
public record CallerShares(int streams, int polls, int reads) {

    /** Maximum number of open streams of events. Each one has a virtual thread. */
    public static final int STREAMS_MAX = 10_000;

    /** Maximum number of callers that wait for an answer. It bounds their memory. */
    public static final int POLLS_MAX = 50_000;

    /** Maximum number of requests that read much at a time. Each one may hold megabytes. */
    public static final int READS_MAX = 256;

    /** Half of each. */
    public static final CallerShares HALF = new CallerShares(STREAMS_MAX / 2, POLLS_MAX / 2, READS_MAX / 2);
}
