package dev.reeve.internal.values;

/** Lines for a user's pom, for messages about a class path that does not fit. */
public final class PomAdvice {

    private PomAdvice() {}

    /** Overrides the version that a framework or another library has chosen. */
    public static String managed(String group, String artifact, String version) {
        return "Write into dependencyManagement of your pom: " + dependency(group, artifact, version, "");
    }

    /** Adds a library that is only needed when the program runs. */
    public static String runtime(String group, String artifact, String version) {
        return "Write into dependencies of your pom: " + dependency(group, artifact, version, "<scope>runtime</scope>");
    }

    private static String dependency(String group, String artifact, String version, String scope) {
        return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s</dependency>"
                .formatted(group, artifact, version, scope);
    }
}
