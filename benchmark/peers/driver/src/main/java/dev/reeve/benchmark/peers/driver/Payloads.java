package dev.reeve.benchmark.peers.driver;

import java.util.UUID;

/**
 * The payloads: about 200 bytes of input, about 100 bytes from each step, as in {@code ./reeve bench
 * chain3}.
 */
public final class Payloads {

    private Payloads() {}

    public static String input(UUID id) {
        return "{\"id\":\"" + id + "\",\"customer\":\"c-1234567\",\"note\":\"" + "i".repeat(105) + "\"}";
    }

    public static String result(UUID id, int step) {
        return "{\"step\":" + step + ",\"ok\":true,\"of\":\"" + id + "\",\"note\":\"" + "r".repeat(25) + "\"}";
    }
}
