package dev.reeve.internal.agent.protocol;

import java.time.Duration;

/** The version and the limits of the protocol between agents and a server. */
public final class Protocol {

    /** The version that this release speaks. Documents of a higher version are refused. */
    public static final int VERSION = 1;

    /** How long an answer is delayed if the agent asks for no time. */
    public static final Duration WAIT = Duration.ofSeconds(20);

    /** The longest delay of an answer. A longer one that an agent asks for is shortened. */
    public static final Duration WAIT_MAX = Duration.ofSeconds(50);

    /** Within this time after a hand-out an agent lists the attempt in a heartbeat, or it is offered again. */
    public static final Duration CONFIRM = Duration.ofSeconds(1);

    /** The maximum number of bytes of one document. A document of one maximal report and its checkpoint fits. */
    public static final int DOCUMENT_BYTES_MAX = 16 << 20;

    public static final int REPORTS_MAX = 1_000;

    public static final int BEATS_MAX = 100_000;

    /** The maximum number of actions of one agent. */
    public static final int ACTIONS_MAX = 1_000;

    public static final int SLOTS_MAX = 100_000;

    public static final int NAME_LENGTH_MAX = 255;

    private Protocol() {}

    /** The delay that a server grants. */
    public static Duration granted(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : asked;
    }
}
