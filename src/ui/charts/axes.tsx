/** The axes of a chart: values at the left, how long ago below. */
import { area, type Frame, height } from './frame.ts'
import { short } from './scale.ts'

export interface AxesProps {
  frame: Frame
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
            x1={area.left}
            x2={area.right}
            y1={frame.y(step)}
            y2={frame.y(step)}
          />
          <text className="chart__label chart__label--value" x={area.left - 6} y={frame.y(step) + 3}>
            {short(step)}
          </text>
        </g>
      ))}
      {quarters.map((part) => (
        <text
          key={part}
          className={`chart__label chart__label--${anchors[part] ?? 'between'}`}
          x={frame.x((frame.places - 1) * (1 - part))}
          y={height - 6}
        >
          {part === 0 ? 'now' : `-${ago(minutes * part, minutes)}`}
        </text>
      ))}
    </>
  )
}

/** Minutes in the unit that suits the whole span. */
function ago(minutes: number, span: number): string {
  if (span <= 120) return `${short(minutes)} min`
  return span <= 48 * 60 ? `${short(minutes / 60)} h` : `${short(minutes / (24 * 60))} d`
}
