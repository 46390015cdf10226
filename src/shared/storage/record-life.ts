import { dayMs } from '../lib/time/durations.ts'

/** How long records of usage stay, in milliseconds: a month can be compared with the same month of the year before. */
export const recordLifeMs = 400 * dayMs
