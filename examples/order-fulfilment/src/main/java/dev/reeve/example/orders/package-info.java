/**
 * Orders through a durable workflow, over services that fail. Begin with {@code Shop}: it is all that a program has to do
 * to use Reeve. The rest of this package is the demo around it: it feeds orders in, kills the engine, and checks the books.
 */
@NullMarked
package dev.reeve.example.orders;

import org.jspecify.annotations.NullMarked;
