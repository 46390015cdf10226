/** Draws a stacked bar chart: the values of all series of a sample on top of each other. */
import { barSlotWidth, type PlotFrame } from './plot-frame.ts'
import type { Series } from './samples.ts'

/** The part of the width of a slot that the bar fills; the rest separates it from the next bar. */
const filled = 0.7

export function Bars({ series, frame }: { series: readonly Series[]; frame: PlotFrame }) {
  const wide = barSlotWidth(frame) * filled
  return barsOf(series, frame.sampleCount).map(({ kind, index, from, to }) => (
    <rect
      key={`${kind} ${index}`}
      className={`chart__bar--${kind + 1}`}
      x={frame.x(index) - wide / 2}
      y={frame.y(to)}
      width={wide}
      height={frame.y(from) - frame.y(to)}
    />
  ))
}

interface Bar {
  /** The index of the series. */
  kind: number
  index: number
  /** The values at the bottom and at the top of the bar. */
  from: number
  to: number
}

function barsOf(series: readonly Series[], sampleCount: number): Bar[] {
  const tops = new Array<number>(sampleCount).fill(0)
  return series.flatMap(({ line }, kind) =>
    tops.flatMap((from, index) => {
      const to = from + (line[index - sampleCount + line.length] ?? 0)
      tops[index] = to
      return to > from ? [{ kind, index, from, to }] : []
    }),
  )
}
