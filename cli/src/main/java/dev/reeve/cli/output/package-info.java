/** The output of a command: one JSON document or text for people, and the formats of text. Knows no other room. */
@NullMarked
package dev.reeve.cli.output;

import org.jspecify.annotations.NullMarked;
