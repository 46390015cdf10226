/** Where the samples of a chart stand in its picture, and the line through them. Pure. */
import type { Line } from './samples.ts'

export const width = 400
export const height = 150
/** The part that the lines are drawn in. */
export const area = { left: 38, right: width - 8, top: 8, bottom: height - 22 }

export interface Frame {
  /** How many samples stand side by side; the newest is the last. */
  places: number
  x(place: number): number
  y(value: number): number
  /** The place that is meant at a part of the width of the picture, 0 to 1. */
  placeAt(part: number): number
}

/** A frame for so many samples, whose axis ends at `end`. */
export function frameFor(places: number, end: number): Frame {
  const step = (area.right - area.left) / (places - 1)
  return {
    places,
    x: (place) => area.left + step * place,
    y: (value) => area.top + (area.bottom - area.top) * (1 - value / end),
    placeAt: (part) => Math.max(0, Math.min(places - 1, Math.round((part * width - area.left) / step))),
  }
}

/** A frame for bars: each sample stands in the middle of a band of its own. */
export function bandsFor(places: number, end: number): Frame {
  const band = bandOf(places)
  return {
    ...frameFor(places, end),
    x: (place) => area.left + band * (place + 0.5),
    placeAt: (part) => Math.max(0, Math.min(places - 1, Math.floor((part * width - area.left) / band))),
  }
}

/** The width of a band. */
export function bandOf(places: number): number {
  return (area.right - area.left) / places
}

/** The places of samples without neighbours: a line through one point is hard to see. */
export function lonePlaces(line: Line, { places }: Frame): number[] {
  const isMeasured = (index: number) => (line[index] ?? null) !== null
  return [...line.keys()]
    .filter((index) => isMeasured(index) && !isMeasured(index - 1) && !isMeasured(index + 1))
    .map((index) => places - line.length + index)
}

/** The commands of a path through the samples; a gap parts it, a sample that stands alone is a dot. */
export function pathOf(line: Line, { places, x, y }: Frame): string {
  const first = places - line.length
  let drawing = false
  return line
    .map((value, index) => {
      if (value === null) {
        drawing = false
        return ''
      }
      const at = `${x(first + index).toFixed(1)} ${y(value).toFixed(1)}`
      const command = drawing ? `L${at}` : `M${at}h0`
      drawing = true
      return command
    })
    .join('')
}
