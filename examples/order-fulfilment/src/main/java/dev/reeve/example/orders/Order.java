package dev.reeve.example.orders;

/**
 * A customer's order.
 *
 * @param orderId the shop's own id, and the key under which the execution is started
 * @param quantity in pieces
 * @param card a token for the customer's card
 */
public record Order(String orderId, String sku, int quantity, String card) {}
