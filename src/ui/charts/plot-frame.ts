/** Computes the positions of samples in a chart and the SVG path through them. All functions are pure. */
import type { SampleValues } from './samples.ts'

export const chartWidth = 400
export const chartHeight = 150
/** The rectangle inside the chart in which values are drawn, in pixels. */
export const plotArea = { left: 38, right: chartWidth - 8, top: 8, bottom: chartHeight - 22 }

export interface PlotFrame {
  /** The number of samples side by side; the last is the newest. */
  places: number
  x(place: number): number
  y(value: number): number
  /**
   * Returns the index of the sample at a horizontal position, given as a fraction (0 to 1) of the width of the
   * chart.
   */
  placeAt(part: number): number
}

/** Returns the coordinates of a line chart whose value axis ends at `end`. */
export function buildLineFrame(places: number, end: number): PlotFrame {
  const step = (plotArea.right - plotArea.left) / (places - 1)
  return {
    places,
    x: (place) => plotArea.left + step * place,
    y: (value) => plotArea.top + (plotArea.bottom - plotArea.top) * (1 - value / end),
    placeAt: (part) =>
      Math.max(0, Math.min(places - 1, Math.round((part * chartWidth - plotArea.left) / step))),
  }
}

/** Returns the coordinates of a bar chart, in which each sample is in the middle of a slot. */
export function buildBarFrame(places: number, end: number): PlotFrame {
  const band = barSlotWidth(places)
  return {
    ...buildLineFrame(places, end),
    x: (place) => plotArea.left + band * (place + 0.5),
    placeAt: (part) =>
      Math.max(0, Math.min(places - 1, Math.floor((part * chartWidth - plotArea.left) / band))),
  }
}

/** Returns the width of the slot of one bar, in pixels. */
export function barSlotWidth(places: number): number {
  return (plotArea.right - plotArea.left) / places
}

/** Returns the indexes of samples without neighbours. A line through a single point would not be visible. */
export function findIsolatedSamples(line: SampleValues, { places }: PlotFrame): number[] {
  const isMeasured = (index: number) => (line[index] ?? null) !== null
  return [...line.keys()]
    .filter((index) => isMeasured(index) && !isMeasured(index - 1) && !isMeasured(index + 1))
    .map((index) => places - line.length + index)
}

/** Returns SVG path commands through the samples. The path is interrupted where a sample is missing. */
export function renderLinePath(line: SampleValues, { places, x, y }: PlotFrame): string {
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
