/** Draws a limit that the values of a chart should stay below. */
import { formatShortNumber } from './axis-scale.ts'
import type { PlotFrame } from './plot-frame.ts'

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
