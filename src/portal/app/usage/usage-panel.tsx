import { Download } from '@carbon/react/icons'
import { useEffect, useState } from 'react'
import { dayMs, minuteMs } from '../../../lib/time/durations.ts'
import { Chart } from '../../../ui/charts/chart.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ChoiceSwitcher } from '../../../ui/forms/choices.tsx'
import { Group } from '../../../ui/shell/group.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView, UsageView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { useCatalogTitles } from '../products/use-catalog-titles.ts'
import { ApiCountsTable, PlanMeters } from './plan-meters.tsx'
import { UsageAnswers } from './usage-answers.tsx'
import {
  addReading,
  buildDaySamples,
  buildReadingSamples,
  buildUsageSamples,
  formatLatency,
  latencyLines,
  listThresholds,
  maxReadings,
  readingMs,
  type UsageReading,
} from './usage-samples.ts'

const ranges = [
  ['now', t('5 min')],
  ['6', t('6 h')],
  ['24', t('1 day')],
  ['168', t('7 days')],
  ['720', t('30 days')],
] as const

/** Hours are kept for eight days, days for longer. Shorter times are read while the page is open. */
const maxHours = 168
const minHours = 24
const dayCount = 30

const calls = [
  ['answered', t('Answered')],
  ['refusals', t('Rejected')],
  ['errors', t('Errors')],
] as const

export default function UsagePanel({ application }: { application: ApplicationView }) {
  const [range, setRange] = useState('24')
  const [readings, setReadings] = useState<readonly UsageReading[]>([])
  const shownHours = Math.min(Number(range) || minHours, maxHours)
  const hours = Math.max(minHours, shownHours)
  const { name } = application
  const titles = useCatalogTitles()
  const options = { query: { hours }, intervalMs: readingMs }
  const usage = usePortalResource('GET /applications/:application/usage', { application: name }, options)

  const { value: latest } = usage
  useEffect(() => {
    if (latest) setReadings((before) => addReading(before, latest))
  }, [latest])

  return (
    <Loaded resource={usage}>
      {(value) => (
        <>
          <UsageAnswers usage={value} titles={titles} />
          <ChoiceSwitcher
            className="charts__range"
            label={t('How far back')}
            choices={ranges}
            value={range}
            change={setRange}
          />
          {range === 'now' ? (
            <MinuteChart readings={readings} />
          ) : Number(range) > maxHours ? (
            <DayCharts application={name} plans={value.plans} />
          ) : (
            <HourCharts usage={value} minutes={shownHours * 60} />
          )}
          <PlanMeters plans={value.plans} titles={titles} />
          <Group title={t('By API, in {range}', { range: ranges.find(([each]) => Number(each) === hours)?.[1] })}>
            <ApiCountsTable apis={value.apis} titles={titles} hasLatency />
          </Group>
          <MonthUsage application={name} titles={titles} />
        </>
      )}
    </Loaded>
  )
}

type Counts = Record<'calls' | 'refusals' | 'errors' | 'tokens', number>

const countColumns: readonly Column<Counts>[] = [
  [t('Calls'), (row) => row.calls],
  [t('Rejected'), ({ refusals }) => refusals],
  [t('Errors'), ({ errors }) => errors],
  [t('Tokens'), ({ tokens }) => tokens],
]

function HourCharts({ usage: { hours, plans }, minutes }: { usage: UsageView; minutes: number }) {
  const shown = { samples: buildUsageSamples(hours), minutes }
  const thresholds = listThresholds(plans, shown.samples.everyMs)
  return (
    <section className="charts charts--wide" aria-label={t('Usage by the hour')}>
      <Chart {...shown} title={t('Calls per hour')} unit="" lines={calls} thresholds={thresholds} whole stacked />
      <Chart {...shown} title={t('Latency')} unit="ms" lines={latencyLines} />
      <details className="usage__hours">
        <summary>{t('Hours with calls, as a table')}</summary>
        <DataTable
          label={t('Calls by hour')}
          small
          rows={hours.filter((each) => each.calls + each.tokens > 0).toReversed()}
          keyOf={({ hour }) => hour}
          columns={[
            [t('Hour'), ({ hour }) => formatDateTime(hour)],
            ...countColumns,
            [t('Average'), ({ averageMs }) => formatLatency(averageMs)],
            [t('95th percentile'), ({ p95Ms }) => formatLatency(p95Ms)],
          ]}
          empty={t('It has called nothing in this time.')}
        />
      </details>
    </section>
  )
}

/** The calls between the readings since the page was opened. */
function MinuteChart({ readings }: { readings: readonly UsageReading[] }) {
  const shown = { samples: buildReadingSamples(readings), minutes: (maxReadings * readingMs) / minuteMs }
  return (
    <section className="charts charts--wide" aria-label={t('Usage of the last minutes')}>
      <Chart
        {...shown}
        title={t('Calls in {seconds} seconds', { seconds: readingMs / 1000 })}
        unit=""
        lines={calls}
        whole
        stacked
      />
      <p className="list__note">{t('It is counted while this page is open.')}</p>
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
              [t('Month'), ({ month }) => <span className="usage__month">{month}</span>],
              ['API', ({ api }) => titles.describeApi(api) || t('Token requests')],
              [t('Plan'), ({ plan }) => titles.describePlan(plan)],
              ...countColumns,
            ]}
            empty={t('It has called nothing in the last months.')}
          >
            <p className="downloads usage__csv">
              <a
                className="cds--link"
                download
                href={buildResourceUrl(`applications/${encodeURIComponent(application)}/usage.csv?months=${months}`)}
              >
                <Download /> {t('Days as CSV')}
              </a>
            </p>
          </DataTable>
        )}
      </Loaded>
    </Group>
  )
}
