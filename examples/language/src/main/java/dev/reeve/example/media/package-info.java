/**
 * Films are encoded in each suitable size, catalogued, and shown. Shows {@code forEach} over the output of an earlier
 * step, with items that are retried, tolerated and compensated separately. Begin with {@code encode_film.yaml}, then
 * {@code Studio}.
 */
@NullMarked
package dev.reeve.example.media;

import org.jspecify.annotations.NullMarked;
