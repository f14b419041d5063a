package dev.reeve;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The author of a change: a person, or a program that acts for one. The histories of executions, schedules and services
 * name the actor. In JSON it is a string.
 *
 * <pre>{@code
 * Reeve forCaller = reeve.actingAs(Actor.of(principal.getName()));
 * forCaller.find("order-123").orElseThrow().cancel("the customer called");
 * }</pre>
 *
 * @param name as the histories show it; at most 255 characters
 */
public record Actor(@JsonValue String name) {

    /** The actor of a program that names none. */
    public static final Actor APPLICATION = new Actor("application");

    public Actor {
        Objects.requireNonNull(name, "name");
    }

    /**
     * The actor of this name.
     *
     * @param name at most 255 characters
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Actor of(String name) {
        return new Actor(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
