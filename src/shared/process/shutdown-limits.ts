/** The limits of an orderly shutdown, which are the same for the gateway and the MQ web server. */

/** The time in milliseconds within which requests in flight may finish. */
export const requestGraceMs = 10_000
/** The time in milliseconds after which idle connections are closed. */
export const idleConnectionMs = 500
