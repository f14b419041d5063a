/** A first program: what the README shows. */
@NullMarked
package dev.reeve.example.quickstart;

import org.jspecify.annotations.NullMarked;
