/** Renders lengths of time as text. */

import { monthSeconds, weekSeconds } from './count-window.ts'

const unitSeconds = { month: monthSeconds, week: weekSeconds, day: 86_400, hour: 3600, minute: 60, second: 1 }

/** Returns a length of time to follow "per": `hour`, `5 minutes`. */
export function renderInterval(seconds: number): string {
  const [unit, size] = Object.entries(unitSeconds).find(([, size]) => seconds % size === 0) ?? ['second', 1]
  return seconds === size ? unit : `${seconds / size} ${unit}s`
}
