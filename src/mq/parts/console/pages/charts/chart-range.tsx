/** The time that the charts of a page show: a range up to now, or a part of it after a zoom. */
import { Button } from '@carbon/react'
import { ZoomOut } from '@carbon/react/icons'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { minuteMs } from '../../../../../shared/lib/time/durations.ts'
import type { ChartZoom } from '../../../../../shared/ui/charts/chart-zoom.ts'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { formatDateTime, formatTime } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { type HistoryStep, historySteps } from '../../contract/history-steps.ts'

const hour = 60
const day = 24 * hour
const ranges = [
  [5, t('Last 5 minutes')],
  [10, t('Last 10 minutes')],
  [30, t('Last 30 minutes')],
  [hour, t('Last hour')],
  [3 * hour, t('Last 3 hours')],
  [6 * hour, t('Last 6 hours')],
  [day, t('Last 24 hours')],
  [7 * day, t('Last 7 days')],
  [30 * day, t('Last 30 days')],
] as const
const choices = ranges.map(([minutes, title]) => [String(minutes), title] as const)

/** The part of the range that is shown, in milliseconds since the epoch. */
type Part = { from: number; until: number }

export interface ChartRange {
  minutes: number
  part: Part | undefined
  /** The finest step whose samples go far enough back. */
  step: HistoryStep
  zoom: ChartZoom
}

type RangeState = ChartRange & { setMinutes(minutes: number): void }

/** The last hour, for charts without a provider. */
const Current = createContext<RangeState>({
  minutes: hour,
  part: undefined,
  step: '10s',
  zoom: { show: () => {}, out: undefined },
  setMinutes: () => {},
})

export function useChartRange(): ChartRange {
  return useContext(Current)
}

/** The fewest samples that a zoom shows. */
const fewest = 6

export function ChartRangeProvider({ children }: { children: ReactNode }) {
  const [minutes, setMinutes] = useLocalPreference('minutes', hour)
  const [part, setPart] = useState<Part>()
  const step = findStep(part ? (Date.now() - part.from) / minuteMs : minutes)

  function show(from: number, until: number) {
    const late = Math.max(0, until - Date.now()) // around the newest sample, the part reaches further back instead
    const end = until - late
    const { everyMs } = findStep((Date.now() - from + late) / minuteMs)
    const begin = Math.min(from - late, end - fewest * everyMs)
    setPart(end - begin >= minutes * minuteMs ? undefined : { from: begin, until: end })
  }
  const range: RangeState = {
    minutes,
    part,
    step: step.step,
    zoom: { show, out: part && (() => setPart(undefined)) },
    setMinutes(next) {
      setPart(undefined)
      setMinutes(next)
    },
  }
  return <Current value={range}>{children}</Current>
}

function findStep(minutesBack: number): (typeof historySteps)[number] {
  return historySteps.find(({ minutes }) => minutes >= minutesBack) ?? historySteps[2]
}

/** Chooses the range of the charts, and shows the part that a zoom has left. */
export function RangePicker() {
  const { minutes, part, zoom, setMinutes } = useContext(Current)
  return (
    <div className="charts__range">
      {part && (
        <>
          <span role="status">
            {formatDateTime(new Date(part.from))} – {formatTime(new Date(part.until))}
          </span>
          <Button size="sm" kind="ghost" renderIcon={ZoomOut} onClick={zoom.out}>
            {t('Zoom out')}
          </Button>
        </>
      )}
      <ChoiceSelect
        id="chart-range"
        size="sm"
        labelText={t('How far back')}
        hideLabel
        choices={choices}
        value={String(minutes)}
        change={(value) => setMinutes(Number(value))}
      />
    </div>
  )
}

/** Charts side by side below the choice of their range. */
export function HistoryCharts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <RangePicker />
      <div className="charts charts--history">{children}</div>
    </section>
  )
}
