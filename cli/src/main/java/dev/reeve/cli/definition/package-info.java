/** The commands for definitions: validate, graph, deploy, undeploy and check. */
@NullMarked
package dev.reeve.cli.definition;

import org.jspecify.annotations.NullMarked;
