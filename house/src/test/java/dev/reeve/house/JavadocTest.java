package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks the Javadoc of all packages that a user may import. Reads the sources; resolves no names. */
final class JavadocTest {

    @Test
    @DisplayName("Every public type, method, constant and record component that a user may import is described")
    void everythingPublicIsDescribed() throws IOException {
        List<Path> sources = publicSources();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> findings = new ArrayList<>();

        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            DocTrees comments = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                Reading reading = new Reading(unit, comments, findings);
                for (Tree type : unit.getTypeDecls()) {
                    if (type instanceof ClassTree found && isPublic(found.getModifiers(), null)) {
                        reading.type(new TreePath(new TreePath(unit), found), found);
                    }
                }
            }
        }

        assertThat(sources).hasSizeGreaterThan(200);
        assertThat(findings).isEmpty();
    }

    /** The sources of the modules that have a list of public signatures, without the internal packages. */
    private static List<Path> publicSources() {
        return Repository.files("java").stream()
                .filter(file -> Repository.name(file).matches("[^/]+/src/main/java/.*"))
                .filter(file -> !Repository.name(file).matches(".*/internal/.*"))
                .filter(file -> Files.exists(
                        Repository.ROOT.resolve(Repository.name(file).replaceFirst("/.*", "/signatures.txt"))))
                .toList();
    }

    private static boolean isPublic(ModifiersTree modifiers, @Nullable ClassTree owner) {
        Set<Modifier> flags = modifiers.getFlags();
        boolean ofInterface = owner != null && owner.getKind() == Kind.INTERFACE && !flags.contains(Modifier.PRIVATE);
        return ofInterface || flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED);
    }

    /** Reads one file. */
    private record Reading(CompilationUnitTree unit, DocTrees comments, List<String> findings) {

        void type(TreePath path, ClassTree type) {
            @Nullable DocCommentTree comment = described(path, type, type.getSimpleName().toString());
            Set<String> described = parameters(comment);
            Set<String> components = type.getKind() == Kind.RECORD ? components(type) : Set.of();
            for (String component : components) {
                if (!described.contains(component) && !isDescribedAbove(type, component)) {
                    report(type, type.getSimpleName() + "(" + component + ")", "has no @param");
                }
            }
            for (Tree member : type.getMembers()) {
                TreePath inner = new TreePath(path, member);
                switch (member) {
                    case ClassTree nested when isPublic(nested.getModifiers(), type) -> type(inner, nested);
                    case VariableTree field
                    when isPublic(field.getModifiers(), type) ->
                        described(inner, field, type.getSimpleName() + "." + field.getName());
                    case MethodTree method
                    when isPublic(method.getModifiers(), type)
                            && !isOverride(method)
                            && !isOfComponents(method, components) ->
                        described(inner, method, type.getSimpleName() + "." + method.getName());
                    default -> {}
                }
            }
        }

        /** Whether a method of an interface in the same file, which the record implements, describes the component. */
        private boolean isDescribedAbove(ClassTree type, String component) {
            Set<String> above = type.getImplementsClause().stream()
                    .map(name -> name.toString().replaceFirst(".*\\.", ""))
                    .collect(Collectors.toSet());
            return interfaces(unit.getTypeDecls())
                    .filter(candidate ->
                            above.contains(candidate.getSimpleName().toString()))
                    .flatMap(found -> found.getMembers().stream())
                    .anyMatch(member -> member instanceof MethodTree method
                            && method.getParameters().isEmpty()
                            && method.getName().contentEquals(component));
        }

        private static Stream<ClassTree> interfaces(List<? extends Tree> types) {
            return types.stream()
                    .filter(type -> type.getKind() == Kind.INTERFACE)
                    .map(type -> (ClassTree) type)
                    .flatMap(type -> Stream.concat(Stream.of(type), interfaces(type.getMembers())));
        }

        private @Nullable DocCommentTree described(TreePath path, Tree tree, String name) {
            @Nullable DocCommentTree comment = comments.getDocCommentTree(path);
            if (comment == null) {
                report(tree, name, "has no comment");
            } else if (comment.getFullBody().isEmpty()) {
                report(tree, name, "has a comment without a first sentence");
            }
            return comment;
        }

        private void report(Tree tree, String name, String problem) {
            long line = unit.getLineMap()
                    .getLineNumber(comments.getSourcePositions().getStartPosition(unit, tree));
            findings.add("%s:%d: %s %s"
                    .formatted(Repository.name(Path.of(unit.getSourceFile().toUri())), line, name, problem));
        }

        private static Set<String> parameters(@Nullable DocCommentTree comment) {
            if (comment == null) {
                return Set.of();
            }
            return comment.getBlockTags().stream()
                    .filter(tag -> tag instanceof ParamTree)
                    .map(tag -> ((ParamTree) tag).getName().toString())
                    .collect(Collectors.toSet());
        }

        /** A record has no other fields of its instances. */
        private static Set<String> components(ClassTree type) {
            return type.getMembers().stream()
                    .filter(member -> member instanceof VariableTree)
                    .map(member -> (VariableTree) member)
                    .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                    .map(field -> field.getName().toString())
                    .collect(Collectors.toSet());
        }

        /** The comment of the method that it overrides says it. */
        private static boolean isOverride(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        /** The constructor of a record with all of its components, which say it. */
        private static boolean isOfComponents(MethodTree method, Set<String> components) {
            return method.getName().contentEquals("<init>")
                    && method.getParameters().size() == components.size()
                    && method.getParameters().stream()
                            .allMatch(parameter ->
                                    components.contains(parameter.getName().toString()));
        }
    }
}
