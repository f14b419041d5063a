package dev.reeve.example.orders.service;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The products of the shop and their prices. Money is always in cents. */
public final class Catalogue {

    /** Pieces of each product in stock when the shop opens for the first time. */
    public static final long OPENING_STOCK = 10_000;

    private static final Map<String, Long> PRICES = new TreeMap<>(Map.of(
            "TEA-GREEN-100", 6_90L,
            "TEA-BLACK-100", 5_90L,
            "TEAPOT-IRON", 64_00L,
            "CUP-GLASS-2", 14_50L,
            "KETTLE-STEEL", 89_95L,
            "HONEY-500", 9_20L,
            "BISCUITS-300", 4_75L,
            "TRAY-OAK", 38_00L,
            "STRAINER", 7_35L,
            "GIFT-BOX", 129_00L));

    private Catalogue() {}

    public static Set<String> skus() {
        return PRICES.keySet();
    }

    /** The price of a piece, in cents; empty for an unknown product. */
    public static OptionalLong price(String sku) {
        Long price = PRICES.get(sku);
        return price == null ? OptionalLong.empty() : OptionalLong.of(price);
    }
}
