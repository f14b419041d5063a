package dev.reeve.example.media;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.stage.Wiring;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Storage, catalogue and cache, and the machines that work on them. Names are known before their files are made.
 * Compensation finds a file by its name, even if the answer about it was lost. Thread-safe.
 */
final class Studio {

    private static final List<Integer> HEIGHTS = List.of(2160, 1440, 1080, 720, 360);

    record Film(String film, String master) {}

    record Found(List<Integer> heights, List<Integer> scenes, int seconds) {}

    record Encode(String master, int height, String file) {}

    record Thumbnail(String master, int second, String file) {}

    record Describe(String master, String file) {}

    record Made(String file) {}

    record Publish(String film, List<String> files) {}

    record Published(String page, List<String> files) {}

    record Invalidate(String page) {}

    /** @param input of the step that made the file */
    record Delete(Made input) {}

    /** @param input of the step that published it */
    record Withdraw(Publish input) {}

    private final Duration perLine;
    private final Set<String> storage = new TreeSet<>();
    private final Map<String, List<String>> catalogue = new TreeMap<>();

    /** Pages that viewers still see in their old version. */
    private final Set<String> stale = new TreeSet<>();

    /** @param perLine time to encode a line of a film; zero in virtual time */
    Studio(Duration perLine) {
        this.perLine = perLine;
    }

    void encoder(Wiring wiring) {
        wiring.action("media.encode", Encode.class, this::encode);
    }

    void library(Wiring wiring) {
        wiring.action("media.inspect", Film.class, Studio::inspect);
        wiring.action("media.thumbnail", Thumbnail.class, this::thumbnail);
        wiring.action("media.describe", Describe.class, (request, step) -> store(request.file()));
        wiring.action("storage.delete", Delete.class, this::delete);
        wiring.action("catalogue.publish", Publish.class, this::publish);
        wiring.action("catalogue.withdraw", Withdraw.class, this::withdraw);
        wiring.action("cache.invalidate", Invalidate.class, this::invalidate);
    }

    /** A film can be encoded in its own size and all smaller sizes: {@code harbour-1080.mov} in three. */
    private static Found inspect(Film film, StepContext step) {
        int height = Integer.parseInt(film.master().replaceAll(".*-(\\d+)\\.mov", "$1"));
        List<Integer> heights = HEIGHTS.stream().filter(one -> one <= height).toList();
        return film.master().startsWith("trailer")
                ? new Found(heights, List.of(10), 90)
                : new Found(heights, List.of(10, 1_200, 2_400, 5_390), 5_400);
    }

    private Made encode(Encode request, StepContext step) throws InterruptedException {
        Thread.sleep(perLine.multipliedBy(request.height()));
        if (request.master().startsWith("scratched") && request.height() == 720) {
            throw StepFailure.businessError("SOURCE_DAMAGED", request.master() + " cannot be read beyond minute 41");
        }
        if (request.height() == 1_440 && step.attempt() == 1) {
            throw StepFailure.transientError("OUT_OF_MEMORY", "the encoder was busy with a larger film");
        }
        return store(request.file());
    }

    private Made thumbnail(Thumbnail request, StepContext step) {
        if (request.second() == 5_390) {
            throw StepFailure.businessError("BLACK_FRAME", "there is nothing to see at second " + request.second());
        }
        return store(request.file());
    }

    private synchronized Made store(String file) {
        storage.add(file);
        return new Made(file);
    }

    private synchronized Made delete(Delete request, StepContext step) {
        storage.remove(request.input().file());
        return request.input();
    }

    private synchronized Published publish(Publish request, StepContext step) {
        if (request.film().equals("bootleg")) {
            throw StepFailure.businessError("NO_LICENCE", "nobody has bought the rights for " + request.film());
        }
        if (!storage.containsAll(request.files())) {
            throw StepFailure.businessError("FILE_MISSING", "not all of %s are stored".formatted(request.files()));
        }
        catalogue.put(request.film(), request.files());
        stale.add(page(request.film()));
        return new Published(page(request.film()), request.files());
    }

    private synchronized Published withdraw(Withdraw request, StepContext step) {
        catalogue.remove(request.input().film());
        return new Published(page(request.input().film()), List.of());
    }

    private synchronized Invalidate invalidate(Invalidate request, StepContext step) {
        stale.remove(request.page());
        return request;
    }

    static String page(String film) {
        return "/films/" + film;
    }

    synchronized Set<String> catalogue() {
        return Set.copyOf(catalogue.keySet());
    }

    synchronized List<String> storage() {
        return List.copyOf(storage);
    }

    /** The films that the catalogue offers to viewers. */
    synchronized List<String> promised() {
        return catalogue.values().stream().flatMap(List::stream).sorted().toList();
    }

    synchronized Set<String> stalePages() {
        return Set.copyOf(stale);
    }
}
