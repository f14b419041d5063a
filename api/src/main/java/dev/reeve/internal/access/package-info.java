/**
 * The check that all callers of an engine pass, from Java and over HTTP: their roles, permissions and record. Not part
 * of the API: it may change in any release.
 */
@NullMarked
package dev.reeve.internal.access;

import org.jspecify.annotations.NullMarked;
