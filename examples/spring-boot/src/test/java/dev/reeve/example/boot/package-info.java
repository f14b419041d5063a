@NullMarked
package dev.reeve.example.boot;

import org.jspecify.annotations.NullMarked;
