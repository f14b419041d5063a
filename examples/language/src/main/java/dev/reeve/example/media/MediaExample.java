package dev.reeve.example.media;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.example.stage.Check;
import dev.reeve.example.stage.Example;
import dev.reeve.example.stage.Stage;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Three films: one is shown in the end, one cannot be read completely, and one must not be shown. */
public final class MediaExample implements Example {

    private static final int SLOTS = 2;
    private static final Duration PER_LINE = Duration.ofNanos(200_000);

    static Workflow workflow() {
        return Workflow.load(MediaExample.class, "encode_film.yaml");
    }

    @Override
    public String name() {
        return "media";
    }

    @Override
    public String title() {
        return "films are encoded in many sizes, catalogued and shown: forEach, tolerate, undoing item by item";
    }

    @Override
    public List<Check> play(Stage stage) throws InterruptedException {
        Studio studio = new Studio(PER_LINE);
        try (Reeve reeve = Reeve.open(stage.store())) {
            reeve.deploy(workflow());
            employ(reeve, studio);
            stage.chapter("A film in five sizes: an encoder fails once, and one of four thumbnails finally");
            Execution harbour = encode(stage, reeve, "harbour", "harbour-2160.mov");
            stage.chapter("A film that cannot be read to its end: what was made of it is deleted, item by item");
            Execution scratched = encode(stage, reeve, "scratched", "scratched-1080.mov");
            stage.chapter("A film that nobody may show: the catalogue says no when all has been made");
            Execution bootleg = encode(stage, reeve, "bootleg", "bootleg-720.mov");
            return audit(studio, List.of(harbour, scratched, bootleg));
        }
    }

    /** Two encoding machines. Each pulls work and encodes two films at a time. */
    private static void employ(Reeve reeve, Studio studio) {
        for (String machine : List.of("encoder-1", "encoder-2")) {
            Agent.Builder encoder = reeve.agent(machine).slots(SLOTS);
            studio.encoder(encoder::action);
            encoder.start();
        }
        Agent.Builder library = reeve.agent("library");
        studio.library(library::action);
        library.start();
    }

    private static Execution encode(Stage stage, Reeve reeve, String film, String master) throws InterruptedException {
        Execution execution = reeve.start("encode_film", new Studio.Film(film, master), Start.key(film));
        stage.follow(execution).untilEnd();
        return execution;
    }

    private static List<Check> audit(Studio studio, List<Execution> executions) {
        List<String> shown = executions.stream()
                .map(Execution::summary)
                .filter(film -> film.status() == ExecutionStatus.COMPLETED)
                .map(film -> String.valueOf(film.key()))
                .toList();
        List<Event> history = executions.stream()
                .flatMap(execution -> execution.history().stream())
                .map(HistoryEntry::event)
                .toList();
        return List.of(
                Check.same("the catalogue has the films that were completed, and no other", shown, studio.catalogue()),
                Check.same(
                        "storage has what the catalogue shows, and nothing else", studio.promised(), studio.storage()),
                Check.same("no cache shows a page as it was", List.of(), studio.stalePages()),
                eachMachineDidItsPart(history));
    }

    private static Check eachMachineDidItsPart(List<Event> history) {
        Map<String, Integer> items = new TreeMap<>();
        for (Event event : history) {
            if (event instanceof Event.StepStarted started
                    && started.purpose() == Purpose.FORWARD
                    && started.agent().startsWith("encoder")) {
                items.merge(started.agent().replaceFirst("@.*", ""), 1, Integer::sum);
            }
        }
        List<String> findings = new ArrayList<>();
        if (items.size() < 2) {
            findings.add("only %s did anything".formatted(items.keySet()));
        }
        return new Check("both encoders pulled work", items.toString(), findings);
    }
}
