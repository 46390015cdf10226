/** A module with state, which `test-process.test.ts` sees being loaded anew. */
export const loads = { runs: 0 }
