package dev.reeve.engine.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/** Which addresses anybody may have who is reached from everywhere (D16). */
final class Addresses {

    /** First byte and so on, then the number of bits that count. */
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

    private static int value(byte[] address) {
        int value = 0;
        for (byte each : address) {
            value = (value << 8) | (each & 0xFF);
        }
        return value;
    }

    /** Only 2000::/3 is given to anybody; those in it that carry an IPv4 address are as public as that is. */
    private static boolean isPublic6(byte[] address) {
        int first = ((address[0] & 0xFF) << 8) | (address[1] & 0xFF);
        int second = ((address[2] & 0xFF) << 8) | (address[3] & 0xFF);
        if (first == 0x64 && second == 0xFF9B) {
            return isPublic4(Arrays.copyOfRange(address, 12, 16));
        }
        if (first == 0x2002) {
            return isPublic4(Arrays.copyOfRange(address, 2, 6));
        }
        boolean special = first == 0x2001 && (second < 0x200 || second == 0xDB8);
        return (first & 0xE000) == 0x2000 && !special && first != 0x3FFF;
    }
}
