/**
 * The services of a shop. Each has agents' handlers in front and a small ledger behind. The services know nothing of
 * workflows, apart from the idempotency key that comes with every request.
 */
@NullMarked
package dev.reeve.example.orders.service;

import org.jspecify.annotations.NullMarked;
