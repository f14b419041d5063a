@NullMarked
package dev.reeve.example.job;

import org.jspecify.annotations.NullMarked;
