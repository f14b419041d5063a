/** Shared by all stories: printing, and the checks at the end. */
@NullMarked
package dev.reeve.example.stage;

import org.jspecify.annotations.NullMarked;
