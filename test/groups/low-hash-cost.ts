/** Stands for `src/security/hash-cost.ts` in groups, because hashes took half of the time of some test files. */
export const hashCost = { memory: 64, passes: 1, parallelism: 1 }
