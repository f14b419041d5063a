package dev.reeve.example.processing;

/** What somebody wants. */
record Order(String id, String item, int quantity) {}
