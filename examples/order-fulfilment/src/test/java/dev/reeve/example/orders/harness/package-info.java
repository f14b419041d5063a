@NullMarked
package dev.reeve.example.orders.harness;

import org.jspecify.annotations.NullMarked;
