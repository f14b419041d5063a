package dev.reeve.simulation.planted;

import java.util.List;

/** Starts by schedules. The stories of schedules must find them. */
final class ScheduleMutants {

    private static final String SCHEDULE = "engine/src/main/java/dev/reeve/internal/engine/schedule/";

    private ScheduleMutants() {}

    /** Schedules that come and go with definitions. */
    static List<Mutant> ofDefinitions() {
        String deployment = "engine/src/main/java/dev/reeve/internal/engine/client/deployment/";
        return List.of(
                new Mutant(
                        "the versions that an engine has in memory decide about a schedule",
                        "S8",
                        deployment + "OwnSchedules.java",
                        "int highest = node.store().highestVersion(namespace, name).orElse(0);",
                        "int highest = definitions.highest(namespace, name).orElse(0);"),
                new Mutant(
                        "a schedule does not follow a version that another engine deploys at the same time",
                        "S8",
                        deployment + "Deployments.java",
                        "kept.scheduled() || schedules.has(workflow.name())",
                        "known"),
                new Mutant(
                        "the schedule of a version that was removed stays",
                        "S8",
                        deployment + "Deployments.java",
                        "alone(() -> EngineCalls.reading(() -> follow(name, by)));",
                        ""),
                new Mutant(
                        "a definition takes the schedule of a program",
                        "S8",
                        SCHEDULE + "ScheduleBook.java",
                        "if (known != null && !ScheduleText.isOfDefinition(known)) {",
                        "if (known != null && known.revision() < 0) {"));
    }

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "a schedule is fired twice",
                        "I14",
                        SCHEDULE + "ScheduledStart.java",
                        "return key(name, nominal);",
                        "return key(name, nominal) + '/' + System.identityHashCode(this);"),
                new Mutant(
                        "a nominal time counts as decided before it is started",
                        "I14",
                        SCHEDULE + "Schedules.java",
                        "        underWay.add(row.name());\n        try {",
                        "        underWay.add(row.name());\n        store.update(marked(row, start.schedule().timetable(), start.nominal(), start.nominal()));\n        try {"),
                new Mutant(
                        "what was started before a crash counts as left out",
                        "I14",
                        SCHEDULE + "Schedules.java",
                        "if (isThere(row.name(), first)) {",
                        "if (isThere(row.name(), row.decidedUntil())) {"),
                new Mutant(
                        "an open execution is not the one before",
                        "I14",
                        SCHEDULE + "Schedules.java",
                        "filter(execution -> execution.endedAt() == null)",
                        "filter(execution -> execution.endedAt() != null)"),
                new Mutant(
                        "what was missed is started all the same",
                        "I14",
                        SCHEDULE + "NextFireTime.java",
                        "if (missed == Missed.ALL || first.isAfter(late)) {",
                        "if (missed != Missed.ONE || first.isAfter(late)) {"));
    }
}
