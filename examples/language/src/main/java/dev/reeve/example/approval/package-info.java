/**
 * An expense waits for a person to decide, who is reminded once; nobody deciding is decided, too. The workflow is built in Java, since
 * how long it waits is a parameter. Begin with {@code Expenses}.
 */
@NullMarked
package dev.reeve.example.approval;

import org.jspecify.annotations.NullMarked;
