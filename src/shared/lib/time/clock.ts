/** Returns milliseconds since the epoch. A clock is handed to code that needs the time, so that tests control it. */
export type Clock = () => number

export const systemClock: Clock = Date.now
