/**
 * Who may do what: the check that all callers of an engine pass, whichever way they come. Not part of the API: it may
 * change in any release.
 */
@NullMarked
package dev.reeve.internal.access;

import org.jspecify.annotations.NullMarked;
