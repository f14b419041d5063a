@NullMarked
package dev.reeve.example.trip;

import org.jspecify.annotations.NullMarked;
