/** A chart of samples over time. The newest sample is on the right; a gap means that nothing was measured. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { formatDateTime, formatTime } from '../text/format.ts'
import { t } from '../text/t.ts'
import { buildAxisScale, formatShortNumber } from './axis-scale.ts'
import { Axes, Bars, findNearThresholds, Lines, type Threshold, ThresholdLine } from './chart-marks.tsx'
import { ChartTools } from './chart-tools.tsx'
import { type ChartZoom, useChartPointer } from './chart-zoom.ts'
import { buildBarFrame, buildLineFrame, type ChartSize, initialChartSize } from './plot-frame.ts'
import { findLatestValue, findMaxValue, type Samples } from './samples.ts'
import { hourMs } from './time-axis.ts'

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
  /** Limits that the values should stay below. */
  thresholds?: readonly Threshold[]
  /** Shows another part of the samples; absent where the chart shows all that there is. */
  zoom?: ChartZoom
}

export function Chart(props: ChartProps) {
  const { title, unit, samples, minutes, lines, whole = false, stacked = false, thresholds = [], zoom } = props
  const picture = useRef<SVGSVGElement>(null)
  const size = useElementSize(picture, initialChartSize)
  const sampleCount = Math.round((minutes * 60_000) / samples.everyMs)
  const series = lines.map(([name, called]) => ({ called, line: (samples.lines[name] ?? []).slice(-sampleCount) }))
  const values = series.map(({ line }) => line)
  const max = findMaxValue(values, { stacked })
  const limits = findNearThresholds(thresholds, max)
  const { end, steps } = buildAxisScale(Math.max(max, ...limits.map(({ value }) => value)), { whole })
  const frame = (stacked ? buildBarFrame : buildLineFrame)(sampleCount, end, size)
  const now = series.map(({ called, line }) => `${called} ${inUnit(findLatestValue(line), unit)}`).join(', ')
  const { pointed, dragged, keys, handlers, unpoint } = useChartPointer(frame, samples, zoom)

  return (
    <figure className={stacked ? 'chart chart--stacked' : 'chart'}>
      <figcaption className="chart__title">
        <span>
          {title}
          {unit && <span className="chart__unit"> {t('in {unit}', { unit })}</span>}
        </span>
        <span className="chart__now">{now}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: the group of a picture is no set of form fields */}
      <div
        role="group"
        aria-label={
          zoom
            ? t('Values of {title}: move with the arrow keys, zoom with + and -', { title })
            : t('Values of {title}: move with the arrow keys', { title })
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the pointer of the chart
        tabIndex={0}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey ? undefined : keys[event.key]
          if (act) event.preventDefault()
          act?.()
        }}
        onBlur={unpoint}
      >
        <svg
          ref={picture}
          className={zoom ? 'chart__picture chart__picture--zooms' : 'chart__picture'}
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={`${title}: ${now}`}
          {...handlers}
        >
          <Axes frame={frame} steps={steps} samples={samples} />
          {stacked ? <Bars series={series} frame={frame} /> : <Lines series={series} frame={frame} />}
          {limits.map((threshold) => (
            <ThresholdLine key={threshold.title} threshold={threshold} frame={frame} />
          ))}
          {dragged !== undefined && pointed !== undefined && (
            <rect
              className="chart__selection"
              x={frame.x(Math.min(dragged, pointed))}
              y={frame.area.top}
              width={Math.abs(frame.x(dragged) - frame.x(pointed))}
              height={frame.area.bottom - frame.area.top}
            />
          )}
          {pointed !== undefined && (
            <line
              className="chart__pointer"
              x1={frame.x(pointed)}
              x2={frame.x(pointed)}
              y1={frame.area.top}
              y2={frame.area.bottom}
            />
          )}
        </svg>
      </div>
      <ul className="chart__legend" aria-live="polite">
        {series.map(({ called, line }, index) => (
          <li key={called} className={`chart__key chart__key--${index + 1}`}>
            {called}
            {pointed !== undefined && `: ${inUnit(line[pointed - sampleCount + line.length] ?? undefined, unit)}`}
          </li>
        ))}
        {pointed !== undefined && <li>{formatMoment(samples, sampleCount - 1 - pointed)}</li>}
      </ul>
      <ChartTools title={title} samples={samples} series={series} />
    </figure>
  )
}

function inUnit(value: number | undefined, unit: string): string {
  return value === undefined ? t('unknown') : `${formatShortNumber(value)}${unit && ` ${unit}`}`
}

function formatMoment({ last, everyMs }: Samples, samplesAgo: number): string {
  const moment = new Date((last - samplesAgo) * everyMs)
  return everyMs < hourMs ? formatTime(moment) : formatDateTime(moment)
}

/** Returns the size of the element in pixels, rounded, and renders again when it changes; `initial` at first. */
function useElementSize(element: RefObject<Element | null>, initial: ChartSize): ChartSize {
  const [size, setSize] = useState(initial)

  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return size
}
