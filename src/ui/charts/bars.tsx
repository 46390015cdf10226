/** Bars of a chart: the series of each sample on top of each other. */
import { bandOf, type Frame } from './frame.ts'
import type { Series } from './samples.ts'

/** Of a band; the rest parts it from the next. */
const filled = 0.7

export function Bars({ series, frame }: { series: readonly Series[]; frame: Frame }) {
  const wide = bandOf(frame.places) * filled
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
  /** The number of the series. */
  kind: number
  place: number
  /** The values that it reaches from and to. */
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
