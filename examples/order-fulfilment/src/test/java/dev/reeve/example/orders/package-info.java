@NullMarked
package dev.reeve.example.orders;

import org.jspecify.annotations.NullMarked;
