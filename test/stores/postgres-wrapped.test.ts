import { behindPromises } from "../kit/wrapped-store.js";
import { postgresSuite } from "./postgres-suite.js";

// What holds for a store holds for one that is wrapped, and behind a pooler that keeps no prepared statements.
postgresSuite("PostgreSQL (behind promises, nothing prepared)", {
  preparedStatements: false,
  wrapped: behindPromises,
});
