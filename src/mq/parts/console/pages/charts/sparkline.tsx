/** A small line without axes, which shows the course of a value beside its current value. */
import { renderLinePath } from '../../../../../shared/ui/charts/plot-frame.ts'
import type { SampleValues } from '../../../../../shared/ui/charts/samples.ts'

const width = 160
const height = 32

export interface SparklineProps {
  /** The description for screen readers: "Messages put per second in the last hour, now 12". */
  label: string
  line: SampleValues
  /** The largest value of all lines that are compared with this one. */
  max: number
  series: 1 | 2
}

export function Sparkline({ label, line, max, series }: SparklineProps) {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={`chart__line chart__line--${series}`} d={renderSparkline(line, max)} />
    </svg>
  )
}

function renderSparkline(line: SampleValues, max: number): string {
  const step = width / Math.max(1, line.length - 1)
  const y = (value: number) => height - 1 - (max === 0 ? 0 : (value / max) * (height - 2))
  return renderLinePath(line, { sampleCount: line.length, x: (index) => index * step, y })
}
