package dev.reeve.example.processing;

/** A customer's order. */
record Order(String id, String item, int quantity) {}
