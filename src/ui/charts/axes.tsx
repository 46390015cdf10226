/** Draws the axes of a chart: values on the left, time before now at the bottom. */

import { t } from '../text/t.ts'
import { formatShortNumber } from './axis-scale.ts'
import { chartHeight, type PlotFrame } from './plot-frame.ts'

export interface AxesProps {
  frame: PlotFrame
  steps: readonly number[]
  minutes: number
}

const quarters = [1, 0.75, 0.5, 0.25, 0] as const
/** The parts of the time axis that have a label where the chart is too narrow for all of them. */
const narrowParts = [1, 0.5, 0] as const
const narrowWidth = 360
const anchors: Readonly<Record<number, string>> = { 1: ' chart__label--first', 0: ' chart__label--last' }

export function Axes({ frame, steps, minutes }: AxesProps) {
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
