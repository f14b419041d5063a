import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds the pages of the console: esbuild turns the sources into a few small files with hashes in their names, and
 * this program writes the page that names them. Run by Maven, as a single file.
 *
 * <p>Arguments: the sources, the directory with esbuild and preact, and the output.
 */
public final class Bundle {

    private final Path sources;
    private final Path tools;
    private final Path out;

    private Bundle(Path sources, Path tools, Path out) {
        this.sources = sources;
        this.tools = tools;
        this.out = out;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        new Bundle(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])).write();
    }

    private void write() throws IOException, InterruptedException {
        Files.createDirectories(out);
        for (Path old : files()) {
            Files.delete(old);
        }
        modules();
        esbuild();
        String icon = hashed("icon.svg");
        page("index.html", icon, "main-", "console/");
        page("link.html", icon, "link-", "");
        List<String> names = files().stream().map(file -> file.getFileName().toString()).sorted().toList();
        Files.writeString(out.resolve("files.txt"), String.join("\n", names) + "\n");
    }

    /**
     * Writes a page that names its files.
     *
     * @param script the beginning of the name of its script
     * @param directory of the files, from the address of the page
     */
    private void page(String name, String icon, String script, String directory) throws IOException {
        String page = Files.readString(sources.resolve(name))
                .replace("{icon}", icon)
                .replace("{style}", named("style-"))
                .replace("{script}", named(script))
                .replace("    {shared}\n", preloads(named(script), directory));
        Files.writeString(out.resolve(name), page);
    }

    /** Where esbuild looks for packages: preact is unpacked from its jar, under a path of web jars. */
    private void modules() throws IOException {
        Path module = tools.resolve("node_modules/preact");
        if (Files.exists(module.resolve("package.json"))) {
            return;
        }
        Files.createDirectories(module.getParent());
        try (Stream<Path> all = Files.walk(tools.resolve("preact"), 6)) {
            Path unpacked = all.filter(file -> file.endsWith("package.json"))
                    .map(Path::getParent)
                    .filter(directory -> directory.getParent().endsWith("webjars/preact"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("there is no preact in " + tools));
            Files.move(unpacked, module);
        }
    }

    private void esbuild() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program().toString(),
                sources.resolve("main.tsx").toString(),
                sources.resolve("link.tsx").toString(),
                sources.resolve("style/style.css").toString(),
                "--bundle",
                "--splitting",
                "--format=esm",
                "--minify",
                "--target=es2022",
                "--charset=utf8",
                "--jsx=automatic",
                "--jsx-import-source=preact",
                "--entry-names=[name]-[hash]",
                "--chunk-names=[name]-[hash]",
                "--outdir=" + out,
                "--log-level=warning",
                "--tsconfig-raw={}"));
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("NODE_PATH", tools.resolve("node_modules").toString());
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new IllegalStateException("esbuild has found mistakes; see above");
        }
    }

    /** The program of this machine, wherever its jar keeps it. */
    private Path program() throws IOException {
        try (Stream<Path> all = Files.walk(tools.resolve("esbuild"))) {
            Path found = all.filter(file -> file.getFileName().toString().matches("esbuild(\\.exe)?"))
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("there is no esbuild in " + tools));
            if (!found.toFile().setExecutable(true)) {
                throw new IllegalStateException(found + " cannot be made executable");
            }
            return found;
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(out)) {
            return all.toList();
        }
    }

    private String named(String start) throws IOException {
        return files().stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.startsWith(start))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("esbuild has not written " + start + "*"));
    }

    private String hashed(String name) throws IOException {
        byte[] content = Files.readAllBytes(sources.resolve(name));
        String hash = HexFormat.of().withUpperCase().formatHex(sha256(content), 0, 4);
        String target = name.replace(".", "-" + hash + ".");
        Files.write(out.resolve(target), content);
        return target;
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Lines that let a browser read the imports of the first script at once with it. */
    private String preloads(String main, String directory) throws IOException {
        TreeSet<String> imports = new TreeSet<>();
        collect(main, imports);
        StringBuilder lines = new StringBuilder();
        imports.forEach(name -> lines.append("    <link rel=\"modulepreload\" href=\"" + directory + name + "\">\n"));
        return lines.toString();
    }

    private void collect(String script, TreeSet<String> into) {
        try {
            String text = Files.readString(out.resolve(script), StandardCharsets.UTF_8);
            Matcher found = Pattern.compile("(?:from|import)\\s*\"\\./(chunk-[^\"]+)\"").matcher(text);
            while (found.find()) {
                if (into.add(found.group(1))) {
                    collect(found.group(1), into);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
