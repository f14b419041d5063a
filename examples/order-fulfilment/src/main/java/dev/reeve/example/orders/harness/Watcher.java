package dev.reeve.example.orders.harness;

/** Receives the progress of a run. Called on the run's thread. */
interface Watcher {

    /** Reports the current progress. Called very often, also without a change. */
    void progress(Progress progress);

    /** Reports an event of interest to a person. */
    void note(String text);
}
