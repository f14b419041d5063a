/**
 * Deploys and undeploys definitions, those of jobs when they are first used, and follows their references. Stores them
 * again if the store loses them. Entered by the door and by the client's rooms {@code reading}, {@code execution} and
 * {@code operation}. The command line and the test kit enter for the references of definitions.
 */
@NullMarked
package dev.reeve.internal.engine.client.deployment;

import org.jspecify.annotations.NullMarked;
