/** A chart of samples over time. The newest sample is on the right; a gap means that nothing was measured. */
import { type MouseEvent, useState } from 'react'

import { Axes } from './axes.tsx'
import { buildAxisScale, formatShortNumber } from './axis-scale.ts'
import { Bars } from './bars.tsx'
import { Lines } from './lines.tsx'
import { buildBarFrame, buildLineFrame, chartHeight, chartWidth, plotArea } from './plot-frame.ts'
import { findLatestValue, findMaxValue, type Samples } from './samples.ts'

const hourMs = 3_600_000

export interface ChartProps {
  title: string
  unit: string
  samples: Samples
  /** The time span of the chart. */
  minutes: number
  /** The names of the sample series to draw, each with its title. */
  lines: readonly (readonly [name: string, title: string])[]
  /** The axis shows whole numbers only. */
  whole?: boolean
  /** Draws stacked bars, for counts that are parts of one total. */
  stacked?: boolean
}

export function Chart(props: ChartProps) {
  const { title, unit, samples, minutes, lines, whole = false, stacked = false } = props
  const [pointed, setPointed] = useState<number>()
  const places = Math.round((minutes * 60_000) / samples.everyMs)
  const series = lines.map(([name, called]) => ({ called, line: (samples.lines[name] ?? []).slice(-places) }))
  const most = findMaxValue(
    series.map(({ line }) => line),
    { stacked },
  )
  const { end, steps } = buildAxisScale(most, { whole })
  const frame = stacked ? buildBarFrame(places, end) : buildLineFrame(places, end)
  const now = series.map(({ called, line }) => `${called} ${inUnit(findLatestValue(line), unit)}`).join(', ')

  function point({ clientX, currentTarget }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect()
    setPointed(frame.placeAt((clientX - box.left) / box.width))
  }

  return (
    <figure className={stacked ? 'chart chart--stacked' : 'chart'}>
      <figcaption className="chart__title">
        {title}
        <span className="chart__now">{now}</span>
      </figcaption>
      <svg
        className="chart__picture"
        viewBox={`0 0 ${chartWidth} ${chartHeight}`}
        role="img"
        aria-label={`${title}: ${now}`}
        onMouseMove={point}
        onMouseLeave={() => setPointed(undefined)}
      >
        <Axes frame={frame} steps={steps} minutes={minutes} />
        {stacked ? <Bars series={series} frame={frame} /> : <Lines series={series} frame={frame} />}
        {pointed !== undefined && (
          <line
            className="chart__pointer"
            x1={frame.x(pointed)}
            x2={frame.x(pointed)}
            y1={plotArea.top}
            y2={plotArea.bottom}
          />
        )}
      </svg>
      <ul className="chart__legend">
        {series.map(({ called, line }, index) => (
          <li key={called} className={`chart__key chart__key--${index + 1}`}>
            {called}
            {pointed !== undefined && `: ${inUnit(line[pointed - places + line.length] ?? undefined, unit)}`}
          </li>
        ))}
        {pointed !== undefined && <li>{momentOf(samples, places - 1 - pointed)}</li>}
      </ul>
    </figure>
  )
}

function inUnit(value: number | undefined, unit: string): string {
  return value === undefined ? 'unknown' : `${formatShortNumber(value)}${unit && ` ${unit}`}`
}

function momentOf({ last, everyMs }: Samples, samplesAgo: number): string {
  const moment = new Date((last - samplesAgo) * everyMs)
  return everyMs < hourMs ? moment.toLocaleTimeString() : moment.toLocaleString()
}
