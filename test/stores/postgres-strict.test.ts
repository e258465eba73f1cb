import { postgresSuite } from "./postgres-suite.js";

// With a hook each commit is a transaction of four messages, and the server takes one back more often.
postgresSuite("PostgreSQL (onCommit, serializable)", {
  isolation: "serializable",
  onCommit: async ({ id }, db) => {
    await db.executeSql("SELECT $1::text", [id]);
  },
});
