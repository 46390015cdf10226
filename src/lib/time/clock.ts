/**
 * Returns milliseconds since the epoch. Code that needs the time takes a clock as a parameter, so that tests
 * control it.
 */
export type Clock = () => number

export const systemClock: Clock = Date.now
