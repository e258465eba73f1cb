/**
 * @module
 * The Merkle tree after RFC 6962: growing, proving, checking.
 */

export {
  type ConsistencyClaim,
  createMerkleTree,
  equalBytes,
  type InclusionClaim,
  type LogNumber,
  leafHash,
  type MerkleTree,
  merkleRoot,
  nodeHash,
  type Sha256,
  verifyConsistency,
  verifyInclusion,
} from "./merkle-tree.js";
