/** The lives of an authorization request, its code, and what the owner allowed. */

/** How long the sign-in and consent pages of one authorization request are valid, in seconds. */
export const pageLifetimeSeconds = 600
/** How long an authorization code can be redeemed, in seconds. */
export const codeLifetimeSeconds = 60
/** How long what the owner allowed is stored, in seconds: the life of the pages and of the code. */
export const approvalLifetimeSeconds = pageLifetimeSeconds + codeLifetimeSeconds
