/** The commands for definitions: validate, graph, deploy, undeploy and check. Entered by {@code Cli} only. */
@NullMarked
package dev.reeve.cli.definition;

import org.jspecify.annotations.NullMarked;
