/** Computes the positions of samples in a chart and the SVG path through them. All functions are pure. */
import type { SampleValues } from './samples.ts'

/** The size of a chart in pixels, until it is measured. */
export const initialChartSize = { width: 400, height: 176 } as const

export type ChartSize = { readonly width: number; readonly height: number }

/** The rectangle inside the chart in which values are drawn, in pixels. */
type PlotArea = { left: number; right: number; top: number; bottom: number }

export interface PlotFrame {
  area: PlotArea
  /** The number of samples side by side; the last is the newest. */
  sampleCount: number
  x(index: number): number
  y(value: number): number
  /** Returns the index of the sample at a horizontal position: a fraction (0 to 1) of the width. */
  indexAt(part: number): number
}

/** Returns the coordinates of a line chart whose value axis ends at `end`. */
export function buildLineFrame(sampleCount: number, end: number, size: ChartSize = initialChartSize): PlotFrame {
  const { width, height } = size
  const area = { left: 44, right: width - 12, top: 12, bottom: height - 26 }
  const step = (area.right - area.left) / (sampleCount - 1)
  return {
    area,
    sampleCount,
    x: (index) => area.left + step * index,
    y: (value) => area.top + (area.bottom - area.top) * (1 - value / end),
    indexAt: (part) => clampIndex(Math.round((part * width - area.left) / step), sampleCount),
  }
}

/** Returns the coordinates of a bar chart, in which each sample is in the middle of a slot. */
export function buildBarFrame(sampleCount: number, end: number, size: ChartSize = initialChartSize): PlotFrame {
  const frame = buildLineFrame(sampleCount, end, size)
  const slot = barSlotWidth(frame)
  return {
    ...frame,
    x: (index) => frame.area.left + slot * (index + 0.5),
    indexAt: (part) => clampIndex(Math.floor((part * size.width - frame.area.left) / slot), sampleCount),
  }
}

/** Returns the width of the slot of one bar, in pixels. */
export function barSlotWidth({ area, sampleCount }: Pick<PlotFrame, 'area' | 'sampleCount'>): number {
  return Math.max(0, area.right - area.left) / sampleCount // a chart that is not shown yet is 0 px wide
}

function clampIndex(index: number, sampleCount: number): number {
  return Math.max(0, Math.min(sampleCount - 1, index))
}

/** Returns the indexes of samples without neighbours. A line through a single point would not be visible. */
export function findIsolatedSamples(line: SampleValues, { sampleCount }: PlotFrame): number[] {
  const isMeasured = (index: number) => (line[index] ?? null) !== null
  return [...line.keys()]
    .filter((index) => isMeasured(index) && !isMeasured(index - 1) && !isMeasured(index + 1))
    .map((index) => sampleCount - line.length + index)
}

/** Returns SVG path commands through the samples. The path is interrupted where a sample is missing. */
export function renderLinePath(line: SampleValues, { sampleCount, x, y }: Omit<PlotFrame, 'area' | 'indexAt'>): string {
  const first = sampleCount - line.length
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

/** Returns SVG path commands around the areas between the pieces of a line and the base of the chart. */
export function renderAreaPath(linePath: string, { area }: PlotFrame): string {
  const pieces = linePath.split('M').slice(1)
  return pieces.map((piece) => `M${piece}V${area.bottom}H${Number.parseFloat(piece)}Z`).join('')
}
