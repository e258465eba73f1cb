import { postgresSuite } from "../postgres-suite.js";

postgresSuite("PostgreSQL", {});
