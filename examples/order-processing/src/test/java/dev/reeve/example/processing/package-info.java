@NullMarked
package dev.reeve.example.processing;

import org.jspecify.annotations.NullMarked;
