package dev.reeve.internal.values;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Knows which IP addresses are public, which are private, and which are never a service. Webhooks and the HTTP action
 * judge by the same table (D16).
 */
public final class Addresses {

    /** The kind of an address. */
    public enum Kind {
        PUBLIC,
        /** Of this machine or its network. */
        PRIVATE,
        /** Link-local addresses, the metadata of clouds, multicast, reserved blocks, and disguised forms. */
        NEVER
    }

    /** The bytes of the address, then the number of significant bits. The first block that fits decides. */
    private static final int[][] NEVER_4 = {
        {0, 0, 0, 0, 8},
        {100, 100, 100, 200, 32},
        {168, 63, 129, 16, 32},
        {169, 254, 0, 0, 16},
        {192, 0, 0, 0, 24},
        {192, 0, 2, 0, 24},
        {192, 88, 99, 0, 24},
        {198, 18, 0, 0, 15},
        {198, 51, 100, 0, 24},
        {203, 0, 113, 0, 24},
        {224, 0, 0, 0, 4},
        {240, 0, 0, 0, 4},
    };

    private static final int[][] PRIVATE_4 = {
        {10, 0, 0, 0, 8},
        {100, 64, 0, 0, 10},
        {127, 0, 0, 0, 8},
        {172, 16, 0, 0, 12},
        {192, 168, 0, 0, 16},
    };

    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern PLAIN_4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");

    private Addresses() {}

    public static Kind kind(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? kind4(bytes) : kind6(bytes);
    }

    private static Kind kind4(byte[] address) {
        if (isIn(NEVER_4, address)) {
            return Kind.NEVER;
        }
        return isIn(PRIVATE_4, address) ? Kind.PRIVATE : Kind.PUBLIC;
    }

    private static boolean isIn(int[][] blocks, byte[] address) {
        int value = value(address);
        for (int[] block : blocks) {
            int first = (block[0] << 24) | (block[1] << 16) | (block[2] << 8) | block[3];
            int mask = -1 << (32 - block[4]);
            if ((value & mask) == first) {
                return true;
            }
        }
        return false;
    }

    private static int value(byte[] address) {
        int value = 0;
        for (byte each : address) {
            value = (value << 8) | (each & 0xFF);
        }
        return value;
    }

    /**
     * Only 2000::/3 is assigned to the public. An address in it that embeds an IPv4 address is public if that one is,
     * and otherwise a disguise.
     */
    private static Kind kind6(byte[] address) {
        int first = ((address[0] & 0xFF) << 8) | (address[1] & 0xFF);
        int second = ((address[2] & 0xFF) << 8) | (address[3] & 0xFF);
        if (first == 0x64 && second == 0xFF9B && isZero(address, 4, 12)) {
            // the well-known translation prefix (RFC 6052); addresses in 64:ff9b:1::/48 are local (RFC 8215)
            return embedded(Arrays.copyOfRange(address, 12, 16));
        }
        if (first == 0x2002) {
            return embedded(Arrays.copyOfRange(address, 2, 6));
        }
        boolean loopback = isZero(address, 0, 15) && address[15] == 1;
        // fd00:ec2::254 and fd20:ce::254 have the metadata of clouds
        boolean metadata = (first == 0xFD00 && second == 0xEC2) || (first == 0xFD20 && second == 0xCE);
        if (loopback || ((first & 0xFE00) == 0xFC00 && !metadata)) {
            return Kind.PRIVATE;
        }
        boolean special = first == 0x2001 && (second < 0x200 || second == 0xDB8);
        return (first & 0xE000) == 0x2000 && !special && first != 0x3FFF ? Kind.PUBLIC : Kind.NEVER;
    }

    private static Kind embedded(byte[] address) {
        return kind4(address) == Kind.PUBLIC ? Kind.PUBLIC : Kind.NEVER;
    }

    private static boolean isZero(byte[] address, int from, int to) {
        for (int i = from; i < to; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether a host is an address that all programs read in the same way. */
    public static boolean isLiteral(String host) {
        return host.startsWith("[") || PLAIN_4.matcher(host).matches();
    }

    /**
     * Whether a host is a number that programs interpret differently. Examples: 0177.0.0.1 is 127.0.0.1 in C and
     * 177.0.0.1 in Java; 127.1; 0x7f000001.
     */
    public static boolean isAmbiguous(String host) {
        String name = bare(host);
        if (name.contains(":")) {
            String tail = name.substring(name.lastIndexOf(':') + 1);
            // a zone is a number of this machine, which no other one knows
            return name.contains("%")
                    || (tail.contains(".") && !PLAIN_4.matcher(tail).matches());
        }
        String dotless = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        String last = dotless.substring(dotless.lastIndexOf('.') + 1);
        // a top-level domain is never a number
        return NUMBER.matcher(last).matches() && !PLAIN_4.matcher(name).matches();
    }

    /** The host without the brackets of an IPv6 address. */
    public static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
