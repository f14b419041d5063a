package dev.reeve.internal.http.endpoint;

import dev.reeve.HistoryEntry;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.EventDocument;
import dev.reeve.internal.http.Call;
import java.util.List;

/**
 * A part of a history: of the events after one number and before another one, the newest. With a limit it is bounded by
 * the size of its text, too, because one event may have a payload of a megabyte. Events of one decision stay together.
 *
 * @param after events with a higher number
 * @param before events with a lower number
 * @param limit the maximum number of events; 0 for all
 */
record HistoryPart(int after, int before, int limit) {

    private static final int LIMIT_MAX = 10_000;

    /** The highest number of an event that a request may name. */
    static final int NUMBER_MAX = 999_999_999;

    /** The characters of a part at most, unless the first decision alone is larger. */
    static final int CHARACTERS_MAX = 2 << 20;

    static HistoryPart of(Call call) {
        return new HistoryPart(
                Door.number(call, "after", 0, 0, NUMBER_MAX),
                Door.number(call, "before", NUMBER_MAX, 0, NUMBER_MAX),
                Door.number(call, "limit", 0, 1, LIMIT_MAX));
    }

    List<HistoryEntry> cut(List<HistoryEntry> history) {
        int to = history.size();
        while (to > 0 && history.get(to - 1).seq() >= before) {
            to--;
        }
        int from = to;
        long characters = 0;
        while (from > 0 && history.get(from - 1).seq() > after) {
            int begin = beginOfDecision(history, from - 1);
            if (limit > 0) {
                for (HistoryEntry entry : history.subList(begin, from)) {
                    characters += DocumentWriter.write(EventDocument.of(entry.event()))
                            .length();
                }
                boolean full = to - begin > limit || characters > CHARACTERS_MAX;
                if (full && from < to) {
                    break;
                }
            }
            from = begin;
        }
        return history.subList(from, to);
    }

    private static int beginOfDecision(List<HistoryEntry> history, int index) {
        int begin = index;
        while (begin > 0 && history.get(begin - 1).seq() == history.get(index).seq()) {
            begin--;
        }
        return begin;
    }
}
