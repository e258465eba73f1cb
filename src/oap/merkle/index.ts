/**
 * @module
 * The Merkle tree after RFC 6962: growing, proving, checking.
 */

export {
  type ConsistencyClaim,
  type InclusionClaim,
  type LogNumber,
  leafHash,
  nodeHash,
  type Sha256,
  verifyConsistency,
  verifyInclusion,
} from "./merkle-proof.js";
export { merkleRoot } from "./merkle-root.js";
export { type MerkleTree, merkleTree } from "./merkle-tree.js";
