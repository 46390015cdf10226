/** Draws one line per series. */
import { findIsolatedSamples, type PlotFrame, renderLinePath } from './plot-frame.ts'
import type { Series } from './samples.ts'

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
