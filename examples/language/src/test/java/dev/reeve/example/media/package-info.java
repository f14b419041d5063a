@NullMarked
package dev.reeve.example.media;

import org.jspecify.annotations.NullMarked;
