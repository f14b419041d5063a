/** The public signatures of a module as text, and the check that they are those of the committed list. */
@org.jspecify.annotations.NullMarked
package dev.reeve.internal.signatures;
