import { Button, Link } from '@carbon/react'
import { Download } from '@carbon/react/icons'
import { useState } from 'react'
import { dayMs, hourMs, minuteMs } from '../../../../../shared/lib/time/durations.ts'
import { Chart } from '../../../../../shared/ui/charts/chart.tsx'
import type { ChartZoom } from '../../../../../shared/ui/charts/chart-zoom.ts'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { ChoiceSwitcher } from '../../../../../shared/ui/forms/choice-switcher.tsx'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { formatDateTime } from '../../../../../shared/ui/text/format.ts'
import { formatDuration } from '../../../../../shared/ui/text/format-relative-time.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApplicationView, UsageView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { useCatalogTitles } from '../products/use-catalog-titles.ts'
import { PlanMeters } from './plan-meters.tsx'
import { UsageAnswers } from './usage-answers.tsx'
import { buildDaySamples, buildUsageSamples, latencyLines, listThresholds, type UsageStep } from './usage-samples.ts'
import { countColumns, FailureTable, OperationTable } from './usage-tables.tsx'

/** The lengths of time in minutes. */
const ranges = [
  ['5', t('5 min')],
  ['60', t('1 h')],
  ['360', t('6 h')],
  ['1440', t('1 day')],
  ['10080', t('7 days')],
  ['43200', t('30 days')],
] as const

/** Minutes are kept for a day, hours for eight days, days for longer. */
const maxMinutes = 1_440
const dayCount = 30
const intervalMs = 10_000
/** The shortest time into which a chart zooms. */
const fewestMinutes = 5

const calls = [
  ['answered', t('Answered')],
  ['refusals', t('Rejected')],
  ['errors', t('Errors')],
] as const

export default function UsagePanel({ application: { name } }: { application: ApplicationView }) {
  const [range, setRange] = useState('1440')
  const [part, setPart] = useState<TimePart>()
  const minutes = Number(range)
  const shortMinutes = Math.min(minutes, maxMinutes)
  const zoom: ChartZoom = {
    show(from, until) {
      const isAll = until - from >= minutes * minuteMs
      setPart(
        isAll ? undefined : { from, until: Math.max(Math.min(until, Date.now()), from + fewestMinutes * minuteMs) },
      )
    },
    out: part && (() => setPart(undefined)),
  }
  const titles = useCatalogTitles()
  const hours = minutes > maxMinutes ? 168 : 24
  const params = { application: name }
  const usage = usePortalResource('GET /applications/:application/usage', params, { query: { hours }, intervalMs })
  const query = part && minutes <= maxMinutes ? buildPartQuery(part) : { minutes: shortMinutes }
  const short = usePortalResource('GET /applications/:application/minutes', params, { query, intervalMs })
  const period = ranges.find(([each]) => Number(each) === shortMinutes)?.[1]

  return (
    <Loaded resource={usage}>
      {(value) => (
        <>
          <ChoiceSwitcher
            className="usage__range"
            label={t('How far back')}
            choices={ranges}
            value={range}
            change={(next) => {
              setRange(next)
              setPart(undefined)
            }}
          />
          {part && <PartNote part={part} out={zoom.out} />}
          <Loaded resource={short}>
            {(recent) => (
              <>
                <UsageAnswers usage={value} minutes={recent} titles={titles} />
                {minutes > 10_080 ? (
                  <DayCharts application={name} plans={value.plans} />
                ) : minutes > maxMinutes ? (
                  <StepCharts steps={listHours(value.hours, part)} everyMs={hourMs} plans={value.plans} zoom={zoom} />
                ) : (
                  <StepCharts
                    steps={recent.steps}
                    everyMs={recent.stepMinutes * minuteMs}
                    plans={value.plans}
                    zoom={zoom}
                  />
                )}
                <Group title={t('What failed, in {range}', { range: period })}>
                  <FailureTable failures={recent.failures} titles={titles} />
                </Group>
                <Group title={t('Operations, in {range}', { range: period })}>
                  <OperationTable operations={recent.operations} titles={titles} />
                </Group>
              </>
            )}
          </Loaded>
          {(short.value || short.problem) && (
            <>
              <PlanMeters plans={value.plans} titles={titles} />
              <MonthUsage application={name} titles={titles} />
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The titles of charts by the minutes of their steps. */
const stepTitles: Readonly<Record<number, string>> = { 1: t('Calls per minute'), 60: t('Calls per hour') }

type StepChartsProps = { steps: readonly UsageStep[]; everyMs: number; plans: UsageView['plans']; zoom: ChartZoom }

/** A part of the time that is shown alone, in milliseconds since the epoch. */
type TimePart = { from: number; until: number }

function PartNote({ part: { from, until }, out }: { part: TimePart; out: ChartZoom['out'] }) {
  return (
    <p>
      {formatDateTime(new Date(from))} – {formatDateTime(new Date(until))}
      <Button kind="ghost" size="sm" onClick={out}>
        {t('Zoom out')}
      </Button>
    </p>
  )
}

function buildPartQuery({ from, until }: TimePart) {
  const minutes = Math.min(maxMinutes, Math.ceil((until - from) / minuteMs))
  return { minutes, until: new Date(until).toISOString() }
}

/** Returns the hours of a part of the time as steps; all hours without one. */
function listHours(hours: UsageView['hours'], part: TimePart | undefined): UsageStep[] {
  const isShown = ({ at }: UsageStep) => !part || (Date.parse(at) > part.from - hourMs && Date.parse(at) <= part.until)
  return hours.map(({ hour, ...counts }) => ({ at: hour, ...counts })).filter(isShown)
}

function StepCharts({ steps, everyMs, plans, zoom }: StepChartsProps) {
  const shown = { samples: buildUsageSamples(steps, everyMs), minutes: (steps.length * everyMs) / minuteMs, zoom }
  const title = stepTitles[everyMs / minuteMs] ?? t('Calls per {length}', { length: formatDuration(everyMs / 1_000) })
  return (
    <section className="charts charts--wide" aria-label={t('Usage by time')}>
      <Chart {...shown} title={title} unit="" lines={calls} thresholds={listThresholds(plans, everyMs)} whole stacked />
      <Chart {...shown} title={t('Latency')} unit="ms" lines={latencyLines} />
    </section>
  )
}

function DayCharts({ application, plans }: { application: string; plans: UsageView['plans'] }) {
  const days = usePortalResource('GET /applications/:application/days', { application }, { query: { months: 2 } })
  return (
    <Loaded resource={days}>
      {(rows) => {
        const samples = buildDaySamples(rows, dayCount, Date.now())
        const shown = { samples, minutes: (dayCount * dayMs) / minuteMs }
        const thresholds = listThresholds(plans, samples.everyMs)
        return (
          <section className="charts charts--wide" aria-label={t('Usage by the day')}>
            <Chart {...shown} title={t('Calls per day')} unit="" lines={calls} thresholds={thresholds} whole stacked />
          </section>
        )
      }}
    </Loaded>
  )
}

const months = 13

/** The usage of an application over months, and its export. */
function MonthUsage({ application, titles }: { application: string; titles: CatalogTitles }) {
  const usage = usePortalResource('GET /applications/:application/months', { application }, { query: { months } })
  return (
    <Group title={t('By month')}>
      <Loaded resource={usage} small>
        {(value) => (
          <DataTable
            label={t('Calls by month')}
            rows={value.toReversed()}
            keyOf={({ month, api, plan }) => `${month} ${api} ${plan}`}
            columns={[
              [t('Month'), ({ month }) => month],
              ['API', ({ api }) => titles.describeApi(api) || t('Token requests')],
              [t('Plan'), ({ plan }) => titles.describePlan(plan)],
              ...countColumns,
              [t('Tokens'), ({ tokens }) => tokens],
            ]}
            empty={t('It has called nothing in the last months.')}
          >
            <p className="downloads usage__csv">
              <Link
                download
                href={buildResourceUrl(`applications/${encodeURIComponent(application)}/usage.csv?months=${months}`)}
              >
                <Download /> {t('Days as CSV')}
              </Link>
            </p>
          </DataTable>
        )}
      </Loaded>
    </Group>
  )
}
