package dev.reeve.internal.document;

/**
 * A change of a schedule.
 *
 * @param schedule its name
 * @param verb PAUSE, RESUME or DELETE
 * @param actor the actor
 */
public record ScheduleChangeDocument(String schedule, String verb, String actor) implements Document {}
