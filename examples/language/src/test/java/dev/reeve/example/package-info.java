@NullMarked
package dev.reeve.example;

import org.jspecify.annotations.NullMarked;
