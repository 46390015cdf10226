/** A chart of samples until now. The newest is at the right; a gap is where there was none. */
import { type MouseEvent, useState } from 'react'

import { Axes } from './axes.tsx'
import { Bars } from './bars.tsx'
import { area, bandsFor, frameFor, height, width } from './frame.ts'
import { Lines } from './lines.tsx'
import { highest, latest, type Samples } from './samples.ts'
import { scaleFor, short } from './scale.ts'

const hourMs = 3_600_000

export interface ChartProps {
  title: string
  unit: string
  samples: Samples
  /** How much of it is shown. */
  minutes: number
  /** Names of lines of the samples, with what they are called. */
  lines: readonly (readonly [name: string, title: string])[]
  /** Only whole numbers make sense on the axis. */
  whole?: boolean
  /** Bars on top of each other, for counts that are parts of one whole. */
  stacked?: boolean
}

export function Chart(props: ChartProps) {
  const { title, unit, samples, minutes, lines, whole = false, stacked = false } = props
  const [pointed, setPointed] = useState<number>()
  const places = Math.round((minutes * 60_000) / samples.everyMs)
  const series = lines.map(([name, called]) => ({ called, line: (samples.lines[name] ?? []).slice(-places) }))
  const most = highest(
    series.map(({ line }) => line),
    { stacked },
  )
  const { end, steps } = scaleFor(most, { whole })
  const frame = stacked ? bandsFor(places, end) : frameFor(places, end)
  const now = series.map(({ called, line }) => `${called} ${inUnit(latest(line), unit)}`).join(', ')

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
        viewBox={`0 0 ${width} ${height}`}
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
            y1={area.top}
            y2={area.bottom}
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
  return value === undefined ? 'unknown' : `${short(value)}${unit && ` ${unit}`}`
}

function momentOf({ last, everyMs }: Samples, samplesAgo: number): string {
  const moment = new Date((last - samplesAgo) * everyMs)
  return everyMs < hourMs ? moment.toLocaleTimeString() : moment.toLocaleString()
}
