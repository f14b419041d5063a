/** What all stories share: how they are told, and what is checked at their end. */
@NullMarked
package dev.reeve.example.stage;

import org.jspecify.annotations.NullMarked;
