/**
 * Ten stories of real trade. Each has a directory of this module with its definitions, and a test that plays it in
 * virtual time.
 */
@NullMarked
package dev.reeve.example.stories;

import org.jspecify.annotations.NullMarked;
