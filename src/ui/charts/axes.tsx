/** Draws the axes of a chart: values on the left, time before now at the bottom. */

import { formatShortNumber } from './axis-scale.ts'
import { chartHeight, type PlotFrame, plotArea } from './plot-frame.ts'

export interface AxesProps {
  frame: PlotFrame
  steps: readonly number[]
  minutes: number
}

const quarters = [1, 0.75, 0.5, 0.25, 0] as const
const anchors: Readonly<Record<number, string>> = { 1: 'first', 0: 'last' }

export function Axes({ frame, steps, minutes }: AxesProps) {
  return (
    <>
      {steps.map((step) => (
        <g key={step}>
          <line
            className="chart__grid"
            x1={plotArea.left}
            x2={plotArea.right}
            y1={frame.y(step)}
            y2={frame.y(step)}
          />
          <text className="chart__label chart__label--value" x={plotArea.left - 6} y={frame.y(step) + 3}>
            {formatShortNumber(step)}
          </text>
        </g>
      ))}
      {quarters.map((part) => (
        <text
          key={part}
          className={`chart__label chart__label--${anchors[part] ?? 'between'}`}
          x={frame.x((frame.places - 1) * (1 - part))}
          y={chartHeight - 6}
        >
          {part === 0 ? 'now' : `-${ago(minutes * part, minutes)}`}
        </text>
      ))}
    </>
  )
}

/** Formats minutes in the unit that suits the time span of the chart. */
function ago(minutes: number, span: number): string {
  if (span <= 120) return `${formatShortNumber(minutes)} min`
  return span <= 48 * 60
    ? `${formatShortNumber(minutes / 60)} h`
    : `${formatShortNumber(minutes / (24 * 60))} d`
}
