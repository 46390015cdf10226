/** The arrays of samples: one tier for each step, from ten seconds in the last hour to half hours in the last month. */
import { historySteps } from '../contract/history-steps.ts'

/** Milliseconds between two samples. */
export const sampleIntervalMs = historySteps[0].everyMs

/** The steps with the number of samples that are kept, and how many samples of the tier before make one. */
export const tiers = historySteps.map(({ everyMs, minutes }, index) => ({
  everyMs,
  size: (minutes * 60_000) / everyMs,
  parts: everyMs / (historySteps[index - 1]?.everyMs ?? everyMs),
}))

/** How a measure is stored, and which value stands for several: the highest or the mean one. */
interface Measure {
  create(size: number): Values
  encode(value: number): number
  decode(stored: number): number
  merge: 'highest' | 'mean'
}
type Values = Uint32Array | Uint16Array

const exact = { create: (size: number) => new Uint32Array(size), encode: Math.round, decode: (value: number) => value }
/** Two bytes: six bits of exponent and ten of mantissa, so whole numbers are exact up to 2,048 and all others to 0.05 %. */
const rounded = { create: (size: number) => new Uint16Array(size), encode: encodeShort, decode: decodeShort }

export type Measures = Readonly<Record<string, Measure>>

/** Connections and running channels; messages put and got per second on all queues. */
export const managerMeasures = {
  connections: { ...exact, merge: 'highest' },
  channels: { ...exact, merge: 'highest' },
  puts: { ...rounded, merge: 'mean' },
  gets: { ...rounded, merge: 'mean' },
} as const satisfies Measures

/** Depth in messages, puts and gets per second, and the age of the oldest message in seconds. */
export const queueMeasures = {
  depth: { ...exact, merge: 'highest' },
  puts: { ...rounded, merge: 'mean' },
  gets: { ...rounded, merge: 'mean' },
  age: { ...rounded, merge: 'highest' },
} as const satisfies Measures

/** The arrays of one object: for each tier, one array for each measure. Without history beyond an hour it has one tier. */
export type Track<M extends Measures> = Readonly<Record<keyof M, Values>>[]

export function addTiers<M extends Measures>(measures: M, track: Track<M>, count: number): void {
  for (const { size } of tiers.slice(track.length, count)) {
    const arrays = Object.entries(measures).map(([name, { create }]) => [name, create(size)])
    track.push(Object.fromEntries(arrays) as Track<M>[number])
  }
}

/** Where a sample belongs: its index in each tier, and the indexes in the tier before whose samples it stands for. */
export type Place = readonly { index: number; parts: readonly number[] }[]

/** Stores a sample in the first tier, and what it makes of the current sample of each coarser one. */
export function store<M extends Measures>(
  measures: M,
  track: Track<M>,
  place: Place,
  sample: Record<keyof M, number>,
): void {
  for (const name in measures) {
    const { encode, decode, merge } = measures[name] as Measure
    for (let tier = 0; tier < track.length; tier++) {
      const { index, parts } = place[tier] as Place[number]
      const values = track[tier]?.[name] as Values
      const finer = track[tier - 1]?.[name]
      values[index] = encode(finer ? mergers[merge](finer, parts, decode) : (sample[name] as number))
    }
  }
}

type Merge = (values: Values, parts: readonly number[], decode: Measure['decode']) => number

const mergers: Readonly<Record<Measure['merge'], Merge>> = {
  highest(values, parts, decode) {
    let highest = 0 // a higher value is a higher number in each of the two forms
    for (const part of parts) highest = Math.max(highest, values[part] as number)
    return decode(highest)
  },
  mean(values, parts, decode) {
    let sum = 0
    for (const part of parts) sum += decode(values[part] as number)
    return sum / parts.length
  },
}

/** Returns whether arrays of a file have the sizes and types that `store` needs. */
export function isTrack<M extends Measures>(measures: M, track: Track<M>): boolean {
  const isSound = (arrays: Track<M>[number], tier: number) =>
    Object.entries<Measure>(measures).every(([name, { create }]) => {
      const [expected, found] = [create(0), arrays[name]]
      return found?.constructor === expected.constructor && found.length === tiers[tier]?.size
    })
  return track.length > 0 && track.every(isSound)
}

const single = new Float32Array(1)
const bits = new Uint32Array(single.buffer)
/** The exponent of the smallest value, 2 to the power of -12, at its place above ten bits of mantissa. */
const smallest = (127 - 12) << 10

function encodeShort(value: number): number {
  single[0] = value
  return Math.max(0, Math.min(0xffff, (((bits[0] as number) + 0x1000) >>> 13) - smallest))
}

function decodeShort(stored: number): number {
  if (stored === 0) return 0
  bits[0] = (stored + smallest) << 13
  return single[0] as number
}
