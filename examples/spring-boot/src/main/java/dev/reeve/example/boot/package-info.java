/** A shop on Spring Boot: orders, and the workflow that takes each of them to its end. */
@NullMarked
package dev.reeve.example.boot;

import org.jspecify.annotations.NullMarked;
