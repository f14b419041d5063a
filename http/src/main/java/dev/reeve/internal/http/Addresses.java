package dev.reeve.internal.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads addresses of the internet from text. Never asks a name server. */
public final class Addresses {

    private static final Pattern FOUR = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern SIX = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*");
    private static final int LENGTH_MAX = 45;
    private static final int SITE_BYTES = 8;

    private Addresses() {}

    /** The 4 or 16 bytes of an address; empty if the text is something else, such as a name. */
    static Optional<byte[]> parse(String text) {
        String plain = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int scope = plain.indexOf('%');
        plain = scope < 0 ? plain : plain.substring(0, scope);
        if (plain.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        Matcher four = FOUR.matcher(plain);
        if (four.matches()) {
            return parseFour(four);
        }
        if (!SIX.matcher(plain).matches()) {
            return Optional.empty();
        }
        try { // a text with a colon is an address, or an error: it is never looked up
            return Optional.of(InetAddress.getByName(plain).getAddress());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> parseFour(Matcher four) {
        byte[] bytes = new byte[4];
        for (int i = 0; i < bytes.length; i++) {
            int part = Integer.parseInt(four.group(i + 1));
            if (part > 255) {
                return Optional.empty();
            }
            bytes[i] = (byte) part;
        }
        return Optional.of(bytes);
    }

    static boolean isLoopback(String text) {
        byte[] bytes = parse(text).orElse(new byte[0]);
        return (bytes.length == 4 && bytes[0] == 127)
                || (bytes.length == 16 && HexFormat.of().formatHex(bytes).equals("0".repeat(31) + "1"));
    }

    /**
     * The sender behind an address: with IPv6 the network of 64 bits, because one sender has all addresses of such a
     * network.
     */
    public static String sender(String address) {
        return parse(address)
                .filter(bytes -> bytes.length == 16)
                .map(bytes -> HexFormat.of().formatHex(bytes, 0, SITE_BYTES) + "::/64")
                .orElse(address);
    }
}
