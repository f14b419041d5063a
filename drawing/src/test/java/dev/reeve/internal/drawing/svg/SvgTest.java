package dev.reeve.internal.drawing.svg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.drawing.Drawing;
import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.drawing.Drawings;
import dev.reeve.internal.drawing.NodeKind;
import dev.reeve.internal.model.reading.DefinitionGenerator;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@DisplayName("The picture of a drawing")
final class SvgTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    private static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    @DisplayName("It is XML with a title, a description and each node, and without scripts and addresses")
    void isWellFormed() throws Exception {
        for (long seed = 0; seed < 100; seed++) {
            Drawing drawing = Drawings.of(
                    new DefinitionGenerator(seed).workflow(),
                    DrawingOptions.defaults().withCompensations(seed % 2 == 0));
            Document svg = parse(Svg.of(drawing));

            assertThat(svg.getDocumentElement().getAttribute("role")).isEqualTo("img");
            NodeList groups = svg.getElementsByTagName("g");
            int nodes = 0;
            for (int i = 0; i < groups.getLength(); i++) {
                nodes += ((Element) groups.item(i)).hasAttribute("data-node") ? 1 : 0;
            }
            assertThat(nodes).isEqualTo(drawing.nodes().size());
            checkHarmless(svg);
        }
    }

    private static void checkHarmless(Document svg) {
        NodeList all = svg.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            assertThat(element.getTagName())
                    .isIn(
                            "svg", "title", "desc", "style", "defs", "path", "rect", "text", "tspan", "g", "circle",
                            "use");
            for (int j = 0; j < element.getAttributes().getLength(); j++) {
                String name = element.getAttributes().item(j).getNodeName();
                assertThat(name).doesNotStartWith("on").isNotEqualTo("style");
                if (name.equals("href")) {
                    assertThat(element.getAttribute("href")).startsWith("#reeve-");
                }
            }
        }
        assertThat(svg.getElementsByTagName("style").item(0).getTextContent())
                .isEqualTo(Svg.styleSheet())
                .doesNotContain("url(", "@import");
    }

    @Test
    @DisplayName("Markup, control characters and turned text in names and expressions are text, and seen")
    void escapesHostileText() throws Exception {
        String hostile = "</title><script>alert(1)</script>\u0000\u0007\u202e\ufeff\ud800 ]]> & \"'\n--><b onload='x'>";
        Drawing.Node node = new Drawing.Node(
                hostile,
                NodeKind.ACTION,
                List.of(hostile),
                10,
                10,
                200,
                60,
                List.of(hostile),
                hostile,
                List.of(hostile),
                List.of(),
                hostile);
        Drawing drawing = new Drawing(
                1,
                hostile,
                1,
                hostile,
                300,
                200,
                List.of(node),
                List.of(),
                List.of(new Drawing.Frame(hostile, 1, 1, 9, 9)));

        String text = Svg.of(drawing);
        Document svg = parse(text);

        checkHarmless(svg);
        assertThat(text).doesNotContain("<script", "<b", "\u202e", "\ufeff", "\u0000");
        assertThat(svg.getElementsByTagName("title").item(1).getTextContent())
                .startsWith("</title><script>alert(1)</script>\ufffd\ufffd\ufffd\ufffd\ufffd ]]> & \"'\n");
    }

    @Test
    @DisplayName("An expression of a definition cannot break out of its card")
    void escapesExpressions() throws Exception {
        Workflow workflow = Workflow.parse("""
                workflow: w
                description: "<script>alert(1)</script> \u202e turned"
                steps:
                  a: { action: x.y, when: "${ input.a = '</text><script>alert(1)</script>' }" }
                """);

        String text = Svg.of(Drawings.of(workflow, DrawingOptions.defaults()));

        checkHarmless(parse(text));
        assertThat(text).contains("when input.a = &#39;&lt;/text&gt;").doesNotContain("\u202e");
    }

    @ParameterizedTest
    @CsvSource({
        "order_fulfilment, docs/guide/getting-started.md",
        "order_in_parcels, docs/guide/workflows.md",
        "book_trip, examples/language/src/main/resources/dev/reeve/example/trip/book_trip.yaml"
    })
    @DisplayName("The pictures in the pages are those of their definitions; -Dpictures.update writes them anew")
    void areThePicturesOfThePages(String name, String source) throws IOException {
        String text = Files.readString(ROOT.resolve(source));
        if (source.endsWith(".md")) {
            String named = "<!-- %s -->".formatted(name);
            String start = (text.contains(named) ? named : "<!-- definition -->") + "\n```yaml\n";
            int from = text.indexOf(start) + start.length();
            text = text.substring(from, text.indexOf("```", from));
        }
        Path file = ROOT.resolve("docs/pictures/" + name + ".svg");

        String picture = Svg.of(Drawings.of(Workflow.parse(text), DrawingOptions.defaults()));
        if (System.getProperty("pictures.update") != null) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, picture);
        }

        assertThat(Files.readString(file))
                .as("write it anew: mvn -pl drawing -am -Dtest=SvgTest -Dpictures.update verify")
                .isEqualTo(picture);
    }
}
