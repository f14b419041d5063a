/** A first program: the example of the README. */
@NullMarked
package dev.reeve.example.quickstart;

import org.jspecify.annotations.NullMarked;
