/** The marks of a chart: lines and bars. */
import { t } from '../text/t.ts'
import { formatShortNumber } from './axis-scale.ts'
import { barSlotWidth, chartHeight, findIsolatedSamples, type PlotFrame, renderLinePath } from './plot-frame.ts'
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

export interface Threshold {
  title: string
  value: number
}

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

const quarters = [1, 0.75, 0.5, 0.25, 0] as const
/** The parts of the time axis that have a label where the chart is too narrow for all of them. */
const narrowParts = [1, 0.5, 0] as const
const narrowWidth = 360
const anchors: Readonly<Record<number, string>> = { 1: ' chart__label--first', 0: ' chart__label--last' }

export function Axes({ frame, steps, minutes }: { frame: PlotFrame; steps: readonly number[]; minutes: number }) {
  const { area, sampleCount } = frame
  const parts = area.right - area.left < narrowWidth ? narrowParts : quarters
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
      {parts.map((part) => (
        <text
          key={part}
          className={`chart__label${anchors[part] ?? ''}`}
          x={frame.x((sampleCount - 1) * (1 - part))}
          y={chartHeight - 6}
        >
          {part === 0 ? t('now') : `-${formatAgo(minutes * part, minutes)}`}
        </text>
      ))}
    </>
  )
}

/** Formats minutes in the unit that suits the time span of the chart. */
function formatAgo(minutes: number, spanMinutes: number): string {
  if (spanMinutes <= 120) return t('{minutes} min', { minutes: formatShortNumber(minutes) })
  return spanMinutes <= 48 * 60
    ? t('{hours} h', { hours: formatShortNumber(minutes / 60) })
    : t('{days} d', { days: formatShortNumber(minutes / (24 * 60)) })
}
