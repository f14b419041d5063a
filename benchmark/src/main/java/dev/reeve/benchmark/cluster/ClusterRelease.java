package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.member.ClusterChild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * A release of Reeve whose processes take part in a cluster.
 *
 * @param main the class to start, which is in another package in other releases
 * @param words arguments after all others, for processes of this release only
 */
record ClusterRelease(String classPath, String main, List<String> words) {

    /** This release, with all kinds of executions. */
    static ClusterRelease own() {
        return new ClusterRelease(System.getProperty("java.class.path"), ClusterChild.class.getName(), List.of());
    }

    /** This release, with the kinds of executions that older releases know. */
    static ClusterRelease plain() {
        ClusterRelease own = own();
        return new ClusterRelease(own.classPath, own.main, List.of(ClusterChild.PLAIN));
    }

    /**
     * The release of another checkout, which is built.
     *
     * @throws IOException if it is not there
     */
    static ClusterRelease at(Path checkout) throws IOException {
        Path target = checkout.resolve("benchmark").resolve("target");
        Path dependencies = target.resolve("classpath");
        if (!Files.isRegularFile(dependencies)) {
            throw new IOException("%s is no checkout of Reeve that is built; build it with %s"
                    .formatted(checkout, checkout.resolve("reeve build")));
        }
        Path jar = jar(target);
        return new ClusterRelease(jar + ":" + Files.readString(dependencies).strip(), main(jar), List.of());
    }

    private static Path jar(Path target) throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith("reeve-benchmark-")
                                && name.endsWith(".jar")
                                && !name.endsWith("-tests.jar")
                                && !name.endsWith("-sources.jar");
                    })
                    .findFirst()
                    .orElseThrow(() -> new IOException("no jar of the benchmark is in " + target));
        }
    }

    private static String main(Path jar) throws IOException {
        String file = "/" + ClusterChild.class.getSimpleName() + ".class";
        try (JarFile open = new JarFile(jar.toFile())) {
            return open.stream()
                    .map(entry -> "/" + entry.getName())
                    .filter(name -> name.endsWith(file))
                    .findFirst()
                    .map(name ->
                            name.substring(1, name.length() - ".class".length()).replace('/', '.'))
                    .orElseThrow(() -> new IOException("the release in %s has no cluster to run".formatted(jar)));
        }
    }
}
