/**
 * Orders in a durable workflow over services that fail. Begin with {@code Shop}: it is all the code that a program
 * needs to use Reeve. The rest of this package is the demo around it: it feeds orders in, kills the engine, and audits
 * the ledgers.
 */
@NullMarked
package dev.reeve.example.orders;

import org.jspecify.annotations.NullMarked;
