/** The marks of a chart: lines and bars. */
import { formatShortNumber } from './axis-scale.ts'
import { barSlotWidth, findIsolatedSamples, type PlotFrame, renderAreaPath, renderLinePath } from './plot-frame.ts'
import type { Samples, Series } from './samples.ts'
import { buildTimeAxis } from './time-axis.ts'

/** Draws one line per series, above its area. */
export function Lines({ series, frame }: { series: readonly Series[]; frame: PlotFrame }) {
  const paths = series.map(({ line }) => renderLinePath(line, frame))
  return series.map(({ called, line }, index) => (
    <g key={called}>
      <path className={`chart__area chart__area--${index + 1}`} d={renderAreaPath(paths[index] ?? '', frame)} />
      <path className={`chart__line chart__line--${index + 1}`} d={paths[index]} />
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

export type Threshold = { title: string; value: number }

/** The part of a limit from which values are near it; a limit far above all values would flatten the chart. */
const near = 0.5

/** Returns the limits that belong into a chart whose largest value is `max`. */
export function findNearThresholds(thresholds: readonly Threshold[], max: number): readonly Threshold[] {
  return thresholds.filter(({ value }) => max >= value * near)
}

export function ThresholdLine({ threshold, frame }: { threshold: Threshold; frame: PlotFrame }) {
  const { title, value } = threshold
  const y = frame.y(value)
  return (
    <g>
      <line className="chart__threshold" x1={frame.area.left} x2={frame.area.right} y1={y} y2={y} />
      <text className="chart__label chart__label--threshold" x={frame.area.left + 4} y={y - 4}>
        {title} {formatShortNumber(value)}
      </text>
    </g>
  )
}

/** The width that a label of the time axis needs. */
const labelWidth = 56
/** A label this near to the right edge is drawn left of its time. */
const edge = 6

export function Axes({ frame, steps, samples }: { frame: PlotFrame; steps: readonly number[]; samples: Samples }) {
  const { area, sampleCount } = frame
  const first = samples.last - sampleCount + 1
  const most = Math.max(2, Math.floor((area.right - area.left) / labelWidth))
  const all = buildTimeAxis(first * samples.everyMs, samples.last * samples.everyMs, most)
  const labels = all.map((each) => ({ ...each, x: frame.x(each.at / samples.everyMs - first) }))
  const end = labels.findIndex(({ x }) => x > area.right - edge)
  const before = labels[end - 1]
  if (before && area.right - before.x < 1.5 * labelWidth) labels.splice(end - 1, 1) // the last one would lie over it
  return (
    <>
      {steps.map((step) => (
        <g key={step}>
          <line
            className={step === 0 ? 'chart__base' : 'chart__grid'}
            x1={area.left}
            x2={area.right}
            y1={frame.y(step)}
            y2={frame.y(step)}
          />
          <text className="chart__label chart__label--value" x={area.left - 8} y={frame.y(step) + 4}>
            {formatShortNumber(step)}
          </text>
        </g>
      ))}
      {labels.map(({ at, text, x }) => {
        const isLast = x > area.right - edge
        return (
          <g key={at}>
            <line className="chart__grid" x1={x} x2={x} y1={area.bottom} y2={area.bottom + 4} />
            <text className={isLast ? 'chart__label chart__label--last' : 'chart__label'} x={x} y={area.bottom + 20}>
              {text}
            </text>
          </g>
        )
      })}
    </>
  )
}
