package dev.reeve.internal.engine.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Decides which IP addresses are public (D16). */
final class Addresses {

    /** The bytes of the address, then the number of significant bits. */
    private static final int[][] NOT_PUBLIC_4 = {
        {0, 0, 0, 0, 8},
        {10, 0, 0, 0, 8},
        {100, 64, 0, 0, 10},
        {127, 0, 0, 0, 8},
        {169, 254, 0, 0, 16},
        {172, 16, 0, 0, 12},
        {192, 0, 0, 0, 24},
        {192, 0, 2, 0, 24},
        {192, 88, 99, 0, 24},
        {192, 168, 0, 0, 16},
        {198, 18, 0, 0, 15},
        {198, 51, 100, 0, 24},
        {203, 0, 113, 0, 24},
        {224, 0, 0, 0, 4},
        {240, 0, 0, 0, 4},
    };

    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern PLAIN_4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");

    private Addresses() {}

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes);
    }

    private static boolean isPublic4(byte[] address) {
        int value = value(address);
        for (int[] block : NOT_PUBLIC_4) {
            int first = (block[0] << 24) | (block[1] << 16) | (block[2] << 8) | block[3];
            int mask = -1 << (32 - block[4]);
            if ((value & mask) == first) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(byte[] address, int from, int to) {
        for (int i = from; i < to; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a host is a number that programs interpret differently. Examples: 0177.0.0.1 is 127.0.0.1 in C and
     * 177.0.0.1 in Java; 127.1; 0x7f000001.
     */
    static boolean isAmbiguous(String host) {
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        if (name.contains(":")) {
            String tail = name.substring(name.lastIndexOf(':') + 1);
            return tail.contains(".") && !PLAIN_4.matcher(tail).matches();
        }
        String dotless = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        String last = dotless.substring(dotless.lastIndexOf('.') + 1);
        // a top-level domain is never a number
        return NUMBER.matcher(last).matches() && !PLAIN_4.matcher(name).matches();
    }

    private static int value(byte[] address) {
        int value = 0;
        for (byte each : address) {
            value = (value << 8) | (each & 0xFF);
        }
        return value;
    }

    /**
     * Only 2000::/3 is assigned to the public. An address in it that embeds an IPv4 address is public if that one is.
     */
    private static boolean isPublic6(byte[] address) {
        int first = ((address[0] & 0xFF) << 8) | (address[1] & 0xFF);
        int second = ((address[2] & 0xFF) << 8) | (address[3] & 0xFF);
        if (first == 0x64 && second == 0xFF9B && isZero(address, 4, 12)) {
            // the well-known translation prefix (RFC 6052); addresses in 64:ff9b:1::/48 are local (RFC 8215)
            return isPublic4(Arrays.copyOfRange(address, 12, 16));
        }
        if (first == 0x2002) {
            return isPublic4(Arrays.copyOfRange(address, 2, 6));
        }
        boolean special = first == 0x2001 && (second < 0x200 || second == 0xDB8);
        return (first & 0xE000) == 0x2000 && !special && first != 0x3FFF;
    }
}
