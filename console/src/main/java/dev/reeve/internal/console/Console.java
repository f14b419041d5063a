package dev.reeve.internal.console;

import dev.reeve.ErrorCode;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Call;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.EntityTag;
import dev.reeve.internal.http.HttpException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The endpoints of the console. They are open to all callers, because they only have the page: it asks the API for
 * everything that it shows, with the reader's own key or login.
 */
public final class Console {

    /** Scripts and styles of this server only, and no requests to others. No text in a page is ever run. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'";

    private static final String PATH = "/console";
    private static final String PAGE = "index.html";

    /** The page behind a link to a step that waits for a signal. It asks for no key. */
    private static final String LINK_PAGE = "link.html";

    private static final Set<String> PAGES = Set.of(PAGE, LINK_PAGE);

    private final ConsoleFiles files;

    private Console(ConsoleFiles files) {
        this.files = files;
    }

    /** The page at {@code /console}, the one for links, and their files. */
    public static List<Endpoint> endpoints() {
        Console console = new Console(ConsoleFiles.ofThisJar());
        return List.of(
                Endpoint.open(PATH, call -> console.answer(call, PAGE)),
                // relative, because an application may have another path before it
                Endpoint.open(PATH + "/", call -> new Answer.Value(302, Map.of("Location", ".." + PATH), "", "")),
                Endpoint.open(PATH + "/link", call -> console.answer(call, LINK_PAGE)),
                Endpoint.open(PATH + "/{file}", call -> console.file(call, call.parameter("file"))));
    }

    /** For a server that has nothing else at its root: the way from there to the page. */
    public static Endpoint root() {
        return Endpoint.open("/", call -> new Answer.Value(302, Map.of("Location", PATH), "", ""));
    }

    /** All but the pages, which name their files from where they are. */
    private Answer file(Call call, String name) {
        if (PAGES.contains(name)) {
            throw missing();
        }
        return answer(call, name);
    }

    private static HttpException missing() {
        return HttpException.of(
                404, ErrorCode.NOT_FOUND, "the console has no such file; after an update, reload the page");
    }

    private Answer answer(Call call, String name) {
        ConsoleFile file = files.find(name).orElseThrow(Console::missing);
        // browsers keep all files but the pages: a changed file gets a new name, and a page keeps its own
        String caching = PAGES.contains(name) ? "no-cache" : "public, max-age=31536000, immutable";
        Map<String, String> headers = Map.of(
                "Cache-Control",
                caching,
                "Content-Security-Policy",
                POLICY,
                "ETag",
                file.tag(),
                "Vary",
                "Accept-Encoding");
        if (EntityTag.isKnown(call.request(), file.tag())) {
            return new Answer.Value(304, headers, "", "");
        }
        boolean zip = call.request().header("accept-encoding").orElse("").contains("gzip");
        return zip ? file.zipped(headers) : file.plain(headers);
    }
}
