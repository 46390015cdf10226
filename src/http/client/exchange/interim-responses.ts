/** A response may be announced by a few interim responses; more of them only keep this process busy. */
export const maxInterimResponses = 32
