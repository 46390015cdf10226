/** Draws a stacked bar chart: the values of all series of a sample on top of each other. */
import { barSlotWidth, type PlotFrame } from './plot-frame.ts'
import type { Series } from './samples.ts'

/** The part of the width of a slot that the bar fills; the rest separates it from the next bar. */
const filled = 0.7

export function Bars({ series, frame }: { series: readonly Series[]; frame: PlotFrame }) {
  const wide = barSlotWidth(frame) * filled
  return barsOf(series, frame.places).map(({ kind, place, from, to }) => (
    <rect
      key={`${kind} ${place}`}
      className={`chart__bar--${kind + 1}`}
      x={frame.x(place) - wide / 2}
      y={frame.y(to)}
      width={wide}
      height={frame.y(from) - frame.y(to)}
    />
  ))
}

interface Bar {
  /** The index of the series. */
  kind: number
  place: number
  /** The values at the bottom and at the top of the bar. */
  from: number
  to: number
}

function barsOf(series: readonly Series[], places: number): Bar[] {
  const tops = new Array<number>(places).fill(0)
  return series.flatMap(({ line }, kind) =>
    tops.flatMap((from, place) => {
      const to = from + (line[place - places + line.length] ?? 0)
      tops[place] = to
      return to > from ? [{ kind, place, from, to }] : []
    }),
  )
}
