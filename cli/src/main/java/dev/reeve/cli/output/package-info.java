/**
 * The output of a command: one JSON document or text for people, and the formats of text. Knows no other room. Entered
 * by all other rooms but {@code connection} and {@code completion}.
 */
@NullMarked
package dev.reeve.cli.output;

import org.jspecify.annotations.NullMarked;
