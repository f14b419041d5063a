@NullMarked
package dev.reeve.example.stories;

import org.jspecify.annotations.NullMarked;
