/**
 * Explains what an execution waits for, and what happens next.
 *
 * <p>What may enter: code that asks the other rooms and puts their answers into words. It has no rules of its own: a
 * forecast is a decision that is not carried out. No other room uses this one.
 */
@NullMarked
package dev.reeve.internal.core.explanation;

import org.jspecify.annotations.NullMarked;
