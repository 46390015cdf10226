/** The steps of the samples that the server keeps, the finest first: the time between two samples, and how far back they go. */
export const historySteps = [
  { step: '10s', everyMs: 10_000, minutes: 60 },
  { step: '1m', everyMs: 60_000, minutes: 24 * 60 },
  { step: '30m', everyMs: 1_800_000, minutes: 30 * 24 * 60 },
] as const

export type HistoryStep = (typeof historySteps)[number]['step']
