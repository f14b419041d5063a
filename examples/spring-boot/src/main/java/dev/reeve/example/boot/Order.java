package dev.reeve.example.boot;

/**
 * An order of a customer, which is also the input of its workflow.
 *
 * @param id chosen by the customer's client, so that a repeated request is the same order
 */
record Order(String id, String sku, int quantity, int cents) {}
