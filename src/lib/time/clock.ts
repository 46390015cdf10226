/** Milliseconds since the epoch. Handed in wherever time matters, so that tests own it. */
export type Clock = () => number

export const systemClock: Clock = Date.now
