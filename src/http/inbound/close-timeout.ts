/** The time within which a client must close a connection that the server has ended. */
export const closeTimeoutMs = 2_000
