/** The marks of a chart: lines and bars. */
import { barSlotWidth, findIsolatedSamples, type PlotFrame, renderLinePath } from './plot-frame.ts'
import type { Series } from './samples.ts'

/** Draws one line per series. */
export function Lines({ series, frame }: { series: readonly Series[]; frame: PlotFrame }) {
  return series.map(({ called, line }, index) => (
    <g key={called}>
      <path className={`chart__line chart__line--${index + 1}`} d={renderLinePath(line, frame)} />
      {findIsolatedSamples(line, frame).map((sample) => (
        <circle
          key={sample}
          className={`chart__dot--${index + 1}`}
          cx={frame.x(sample)}
          cy={frame.y(line[sample - frame.sampleCount + line.length] ?? 0)}
          r={2.5}
        />
      ))}
    </g>
  ))
}

/** The part of the width of a slot that the bar fills; the rest separates it from the next bar. */
const filled = 0.7

/** Draws a stacked bar chart: the values of all series of a sample on top of each other. */
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
