/** Returns milliseconds since the epoch. A clock is handed to code that needs the time, so that tests control it. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/**
 * Milliseconds since the epoch as they were when the process started, which no step of the machine's clock changes: for
 * times that only this process measures, such as the life of what it keeps in memory.
 */
export const steadyClock: Clock = () => performance.timeOrigin + performance.now()
