package dev.reeve.internal.core.state;

import dev.reeve.Purpose;
import dev.reeve.StepPath;

/**
 * Pseudo-random values derived from an execution's seed: the same arguments always give the same value.
 *
 * <p>SipHash-2-4 with the seed as its key (Aumasson and Bernstein, 2012). It is made for many short outputs from one
 * secret: an observer of some nonces can compute neither the seed nor the next nonce.
 */
final class Chance {

    private Chance() {}

    /**
     * 64 bits for the nonce of one attempt.
     *
     * @param step the {@link #hash(StepPath)} of the step
     */
    static long nonce(long seed, long step, Purpose purpose, int attempt) {
        return hash(seed, step, question(1, purpose, attempt));
    }

    /**
     * 64 bits for the jitter of the wait after one attempt.
     *
     * @param step the {@link #hash(StepPath)} of the step
     */
    static long jitter(long seed, long step, Purpose purpose, int attempt) {
        return hash(seed, step, question(2, purpose, attempt));
    }

    private static long question(int kind, Purpose purpose, int attempt) {
        int number = switch (purpose) {
            case FORWARD -> 1;
            case PROBE -> 2;
            case COMPENSATION -> 3;
        };
        return ((long) kind << 40) | ((long) number << 32) | (attempt & 0xFFFF_FFFFL);
    }

    /** FNV-1a over the UTF-16 units of a path. */
    static long hash(StepPath path) {
        String text = path.toString();
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    /** SipHash-2-4 of the two words, 16 bytes long, with the key (seed, seed rotated by 32 bits). */
    private static long hash(long seed, long first, long second) {
        SipHash sip = new SipHash(seed, Long.rotateLeft(seed, 32) ^ 0x9E3779B97F4A7C15L);
        sip.add(first);
        sip.add(second);
        sip.add(16L << 56);
        return sip.finish();
    }

    private static final class SipHash {
        private long v0;
        private long v1;
        private long v2;
        private long v3;

        SipHash(long k0, long k1) {
            v0 = k0 ^ 0x736F6D6570736575L;
            v1 = k1 ^ 0x646F72616E646F6DL;
            v2 = k0 ^ 0x6C7967656E657261L;
            v3 = k1 ^ 0x7465646279746573L;
        }

        void add(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        long finish() {
            v2 ^= 0xFF;
            round();
            round();
            round();
            round();
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void round() {
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
    }
}
