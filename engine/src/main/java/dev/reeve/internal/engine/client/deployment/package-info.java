/**
 * Deploys and undeploys definitions, those of jobs when they are first used, and follows their references. Stores them
 * again if the store loses them.
 */
@NullMarked
package dev.reeve.internal.engine.client.deployment;

import org.jspecify.annotations.NullMarked;
