/**
 * Films are encoded in as many sizes as they are good for, catalogued, and shown: {@code forEach} over what an earlier step found
 * out, items that are tried again, tolerated and undone each for itself. Begin with {@code encode_film.yaml}, then {@code Studio}.
 */
@NullMarked
package dev.reeve.example.media;

import org.jspecify.annotations.NullMarked;
