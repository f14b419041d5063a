package dev.reeve.internal.access;

import static dev.reeve.internal.access.Permission.ADMINISTER;
import static dev.reeve.internal.access.Permission.DEPLOY;
import static dev.reeve.internal.access.Permission.MEASURE;
import static dev.reeve.internal.access.Permission.OPERATE;
import static dev.reeve.internal.access.Permission.SEE;
import static dev.reeve.internal.access.Permission.SEE_PAYLOADS;
import static dev.reeve.internal.access.Permission.SEE_SENSITIVE;
import static dev.reeve.internal.access.Permission.START;
import static dev.reeve.internal.access.Permission.WORK;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.values.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The roles of callers in a namespace, and their permissions. */
public enum Role {
    VIEWER(SEE, MEASURE),
    VIEWER_WITH_PAYLOADS(SEE, SEE_PAYLOADS, MEASURE),
    /** Given beside another role, such as that of an application that needs its own data back. */
    VIEWER_WITH_SENSITIVE(SEE, SEE_PAYLOADS, SEE_SENSITIVE, MEASURE),
    /** An application. */
    STARTER(SEE, SEE_PAYLOADS, START),
    OPERATOR(SEE, SEE_PAYLOADS, START, OPERATE, MEASURE),
    DEPLOYER(SEE, DEPLOY),
    AGENT(WORK),
    /** A monitoring system. */
    METRICS(MEASURE),
    ADMIN(SEE, SEE_PAYLOADS, SEE_SENSITIVE, START, OPERATE, DEPLOY, WORK, MEASURE, ADMINISTER);

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of, which nothing changes
    private final Set<Permission> permissions;

    Role(Permission... permissions) {
        this.permissions = Set.of(permissions);
    }

    public boolean allows(Permission permission) {
        return permissions.contains(permission);
    }

    /** The name in configuration files and answers, such as {@code viewer-with-payloads}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if there is no such role
     */
    public static Role parse(String text) {
        List<String> known = Arrays.stream(values()).map(Role::text).toList();
        int found = known.indexOf(text);
        if (found < 0) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "there is no role '%s': expected one of %s%s"
                            .formatted(
                                    text,
                                    known,
                                    Suggestions.closest(text, known)
                                            .map(it -> "; did you mean '" + it + "'?")
                                            .orElse("")));
        }
        return values()[found];
    }
}
