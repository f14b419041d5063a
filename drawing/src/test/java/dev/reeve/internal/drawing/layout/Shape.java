package dev.reeve.internal.drawing.layout;

import java.util.Random;

/** Graphs of many shapes. The same seed gives the same. */
enum Shape {
    CHAIN {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 1; i < nodes; i++) {
                graph.edge(i - 1, i);
            }
        }
    },
    WIDE {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 1; i < nodes - 1; i++) {
                graph.edge(0, i);
                graph.edge(i, nodes - 1);
            }
        }
    },
    LAYERED {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            int width = (int) Math.ceil(Math.sqrt(nodes));
            for (int i = width; i < nodes; i++) {
                for (int j = 0; j < 3; j++) {
                    graph.edge((i / width - 1) * width + random.nextInt(width), i);
                }
            }
        }
    },
    /** A chain with arrows of all lengths. */
    DEEP {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 1; i < nodes; i++) {
                graph.edge(i - 1, i);
                graph.edge(random.nextInt(i), i);
            }
        }
    },
    RANDOM {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 1; i < nodes; i++) {
                graph.edge(random.nextInt(i), i);
                graph.edge(random.nextInt(i), i);
            }
        }
    },
    TREE {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 1; i < nodes; i++) {
                graph.edge((i - 1) / 3, i);
            }
        }
    },
    BIPARTITE {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 0; i < nodes / 2; i++) {
                for (int j = 0; j < 5; j++) {
                    graph.edge(i, nodes / 2 + random.nextInt(nodes - nodes / 2));
                }
            }
        }
    },
    FORKS {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {
            for (int i = 0; i + 9 < nodes; i += 10) {
                if (i > 0) {
                    graph.edge(i - 1, i);
                }
                for (int j = 1; j < 9; j++) {
                    graph.edge(i, i + j);
                    graph.edge(i + j, i + 9);
                }
            }
        }
    },
    ALONE {
        @Override
        void connect(LayoutGraph graph, int nodes, Random random) {}
    };

    abstract void connect(LayoutGraph graph, int nodes, Random random);

    LayoutGraph graph(int nodes, long seed) {
        Random random = new Random(seed);
        LayoutGraph graph = new LayoutGraph();
        for (int i = 0; i < nodes; i++) {
            int half = 10 + random.nextInt(100);
            graph.node(half, half + random.nextInt(3) * 40, 18 + random.nextInt(60), Math.max(0, half - 20));
        }
        connect(graph, nodes, random);
        return graph;
    }
}
