/** How long a statement may take, in milliseconds. */

/** The database cancels a statement after this time. */
export const statementTimeoutMs = 10_000

/** A connection without an answer is given up after this time. */
export const answerTimeoutMs = 15_000
