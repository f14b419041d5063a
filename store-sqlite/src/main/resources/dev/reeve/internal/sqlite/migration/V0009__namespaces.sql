-- Executions may belong to namespaces other than 'default' from here on. Older releases would give their steps to agents of the default
-- namespace. The number of this schema keeps them from opening the file. The tables have the columns since the first schema.
analyze sqlite_schema;
