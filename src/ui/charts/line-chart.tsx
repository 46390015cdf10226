/** A chart of one or two lines until now. The newest sample is at the right; a gap is where there was none. */
import { type MouseEvent, useState } from 'react'

import { Axes } from './axes.tsx'
import { area, frameFor, height, pathOf, width } from './frame.ts'
import { latest, type Samples } from './samples.ts'
import { scaleFor, short } from './scale.ts'

const hourMs = 3_600_000

export interface LineChartProps {
  title: string
  unit: string
  samples: Samples
  /** How much of it is shown. */
  minutes: number
  /** Names of lines of the samples, with what they are called. */
  lines: readonly (readonly [name: string, title: string])[]
  /** Only whole numbers make sense on the axis. */
  whole?: boolean
}

export function LineChart({ title, unit, samples, minutes, lines, whole = false }: LineChartProps) {
  const [pointed, setPointed] = useState<number>()
  const places = Math.round((minutes * 60_000) / samples.everyMs)
  const series = lines.map(([name, called]) => ({ called, line: (samples.lines[name] ?? []).slice(-places) }))
  const most = Math.max(0, ...series.flatMap(({ line }) => line.map((value) => value ?? 0)))
  const { end, steps } = scaleFor(most, { whole })
  const frame = frameFor(places, end)
  const now = series.map(({ called, line }) => `${called} ${inUnit(latest(line), unit)}`).join(', ')

  function point({ clientX, currentTarget }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect()
    setPointed(frame.placeAt((clientX - box.left) / box.width))
  }

  return (
    <figure className="chart">
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
        {series.map(({ called, line }, index) => (
          <path key={called} className={`chart__line chart__line--${index + 1}`} d={pathOf(line, frame)} />
        ))}
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
