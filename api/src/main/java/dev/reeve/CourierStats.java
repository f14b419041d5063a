package dev.reeve;

/**
 * Counters of the courier since the engine was opened.
 *
 * @param delivered messages that their receivers have accepted
 * @param failed attempts that failed
 * @param givenUp messages that were given up and need a person
 * @param inFlight messages being sent
 * @param unreachable receivers that are left alone for a while because they cannot be reached
 */
public record CourierStats(long delivered, long failed, long givenUp, int inFlight, int unreachable) {

    /** The counters of a courier that has sent nothing. */
    public static final CourierStats NONE = new CourierStats(0, 0, 0, 0, 0);
}
