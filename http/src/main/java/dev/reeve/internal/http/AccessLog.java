package dev.reeve.internal.http;

import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Subject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes who did what, and who tried to, to the logger {@code dev.reeve.access}. Thread-safe. */
public final class AccessLog implements AccessRecord {

    private static final Logger LOG = LoggerFactory.getLogger("dev.reeve.access");

    @Override
    public void add(Entry entry) {
        @Nullable Subject subject = entry.subject();
        LOG.info(
                "who={} origin={} operation={} namespace={} subject={} reason={} error={}",
                safe(entry.who()),
                safe(entry.origin()),
                entry.operation(),
                safe(entry.namespace()),
                safe(subject == null ? null : subject.text()),
                safe(entry.reason()),
                entry.error());
    }

    /** Quoted, without line breaks, so that a caller cannot write lines of the log. */
    private static String safe(@Nullable String text) {
        return text == null
                ? "-"
                : "'" + text.replaceAll("\\p{Cntrl}|[\u2028\u2029]", "?").replace("'", "\\'") + "'";
    }
}
