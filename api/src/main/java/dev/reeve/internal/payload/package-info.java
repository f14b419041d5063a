/** Converts between the values of programs and payloads, the same way in engines, agents and clients. */
@NullMarked
package dev.reeve.internal.payload;

import org.jspecify.annotations.NullMarked;
