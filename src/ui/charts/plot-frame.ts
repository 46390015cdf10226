/** Computes the positions of samples in a chart and the SVG path through them. All functions are pure. */
import type { SampleValues } from './samples.ts'

/** The size of a chart in pixels; its width is measured. */
export const initialChartWidth = 400
export const chartHeight = 176

/** The rectangle inside the chart in which values are drawn, in pixels. */
export interface PlotArea {
  left: number
  right: number
  top: number
  bottom: number
}

export interface PlotFrame {
  area: PlotArea
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
export function buildLineFrame(places: number, end: number, width = initialChartWidth): PlotFrame {
  const area = { left: 44, right: width - 12, top: 12, bottom: chartHeight - 26 }
  const step = (area.right - area.left) / (places - 1)
  return {
    ...{ area, places },
    x: (place) => area.left + step * place,
    y: (value) => area.top + (area.bottom - area.top) * (1 - value / end),
    placeAt: (part) => clampPlace(Math.round((part * width - area.left) / step), places),
  }
}

/** Returns the coordinates of a bar chart, in which each sample is in the middle of a slot. */
export function buildBarFrame(places: number, end: number, width = initialChartWidth): PlotFrame {
  const frame = buildLineFrame(places, end, width)
  const slot = barSlotWidth(frame)
  return {
    ...frame,
    x: (place) => frame.area.left + slot * (place + 0.5),
    placeAt: (part) => clampPlace(Math.floor((part * width - frame.area.left) / slot), places),
  }
}

/** Returns the width of the slot of one bar, in pixels. */
export function barSlotWidth({ area, places }: Pick<PlotFrame, 'area' | 'places'>): number {
  return (area.right - area.left) / places
}

function clampPlace(place: number, places: number): number {
  return Math.max(0, Math.min(places - 1, place))
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
