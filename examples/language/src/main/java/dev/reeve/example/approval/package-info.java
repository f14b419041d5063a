/**
 * An expense waits for a person's decision. The person is reminded once. Without a decision, the claim is refused. The
 * workflow is built in Java, because its timeouts are parameters. Begin with {@code Expenses}.
 */
@NullMarked
package dev.reeve.example.approval;

import org.jspecify.annotations.NullMarked;
