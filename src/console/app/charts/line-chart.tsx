/** A chart of one or two lines over the last hour. The newest sample is at the right; a gap is where there was none. */
import { type MouseEvent, useState } from 'react'

import type { Line } from '../api/history.ts'
import { type Hour, latest } from './hour.ts'
import { scaleFor, short } from './scale.ts'

export interface LineChartProps {
  title: string
  unit: string
  hour: Hour
  /** Names of lines of the hour, with what they are called. */
  lines: readonly (readonly [name: string, title: string])[]
  /** Only whole numbers make sense on the axis. */
  whole?: boolean
}

const width = 560
const height = 160
const left = 44
const right = 8
const top = 8
const bottom = 22
const places = 360

export function LineChart({ title, unit, hour, lines, whole = false }: LineChartProps) {
  const [pointed, setPointed] = useState<number>()
  const series = lines.map(([name, called]) => ({ called, line: hour.lines[name] ?? [] }))
  const most = Math.max(0, ...series.flatMap(({ line }) => line.map((value) => value ?? 0)))
  const { end, steps } = scaleFor(most, { whole })

  const x = (place: number) => left + ((width - left - right) * place) / (places - 1)
  const y = (value: number) => top + (height - top - bottom) * (1 - value / end)
  const offset = (line: Line) => places - line.length
  const now = series.map(({ called, line }) => `${called} ${inUnit(latest(line), unit)}`).join(', ')

  function point(event: MouseEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const at = ((event.clientX - box.left) / box.width) * width
    setPointed(
      Math.max(0, Math.min(places - 1, Math.round(((at - left) / (width - left - right)) * (places - 1)))),
    )
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
        {steps.map((step) => (
          <g key={step}>
            <line className="chart__grid" x1={left} x2={width - right} y1={y(step)} y2={y(step)} />
            <text className="chart__label chart__label--value" x={left - 6} y={y(step) + 3}>
              {short(step)}
            </text>
          </g>
        ))}
        {[60, 45, 30, 15, 0].map((minutes) => (
          <text
            key={minutes}
            className={`chart__label chart__label--${minutes === 60 ? 'first' : minutes === 0 ? 'last' : 'time'}`}
            x={x((places - 1) * (1 - minutes / 60))}
            y={height - 6}
          >
            {minutes === 0 ? 'now' : `-${minutes} min`}
          </text>
        ))}
        {series.map(({ called, line }, index) => (
          <path
            key={called}
            className={`chart__line chart__line--${index + 1}`}
            d={pathOf(line, (place) => x(place + offset(line)), y)}
          />
        ))}
        {pointed !== undefined && (
          <line className="chart__pointer" x1={x(pointed)} x2={x(pointed)} y1={top} y2={height - bottom} />
        )}
      </svg>
      <ul className="chart__legend">
        {series.map(({ called, line }, index) => (
          <li key={called} className={`chart__key chart__key--${index + 1}`}>
            {called}
            {pointed !== undefined && `: ${inUnit(line[pointed - offset(line)] ?? undefined, unit)}`}
          </li>
        ))}
        {pointed !== undefined && <li>{momentOf(hour, pointed)}</li>}
      </ul>
    </figure>
  )
}

/** The commands of a path; a sample that stands alone is drawn as a dot. */
function pathOf(line: Line, x: (place: number) => number, y: (value: number) => number): string {
  let drawing = false
  return line
    .map((value, place) => {
      if (value === null) {
        drawing = false
        return ''
      }
      const at = `${x(place).toFixed(1)} ${y(value).toFixed(1)}`
      const command = drawing ? `L${at}` : `M${at}h0`
      drawing = true
      return command
    })
    .join('')
}

function inUnit(value: number | undefined, unit: string): string {
  return value === undefined ? 'unknown' : `${short(value)}${unit && ` ${unit}`}`
}

function momentOf({ last, everyMs }: Hour, place: number): string {
  return new Date((last - (places - 1 - place)) * everyMs).toLocaleTimeString()
}
