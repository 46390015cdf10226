import { Download } from '@carbon/react/icons'
import { useState } from 'react'
import { Chart } from '../../../ui/charts/chart.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ChoiceSwitcher } from '../../../ui/forms/choices.tsx'
import { Group } from '../../../ui/shell/group.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { useCatalogTitles } from '../products/use-catalog-titles.ts'
import { ApiCountsTable } from './api-counts-table.tsx'
import { PlanMeters } from './plan-meters.tsx'
import { buildUsageSamples, latencyLines, sumUsage } from './usage-samples.ts'

const freshMs = 5_000
const ranges = [
  ['24', t('1 day')],
  ['72', t('3 days')],
  ['168', t('7 days')],
] as const

const calls = [
  ['answered', t('Answered')],
  ['refusals', t('Refused')],
  ['errors', t('Errors')],
] as const

export default function UsagePanel({ application }: { application: ApplicationView }) {
  const [range, setRange] = useState('24')
  const hours = Number(range)
  const { name } = application
  const titles = useCatalogTitles()
  const options = { query: { hours }, intervalMs: freshMs }
  const usage = usePortalResource('GET /applications/:application/usage', { application: name }, options)

  return (
    <>
      <ChoiceSwitcher
        className="charts__range"
        label={t('How far back')}
        choices={ranges}
        value={range}
        change={setRange}
      />
      <Loaded resource={usage}>
        {(value) => {
          const shown = { samples: buildUsageSamples(value.hours), minutes: hours * 60 }
          return (
            <>
              <p className="usage__totals">
                {t(
                  '{calls, plural, one {# call} other {# calls}}, {refusals} refused, {errors, plural, one {# error} other {# errors}}, {tokens, plural, one {# token} other {# tokens}} issued',
                  { ...sumUsage(value.hours) },
                )}
              </p>
              <section className="charts" aria-label={t('Usage by the hour')}>
                <Chart {...shown} title={t('Calls per hour')} unit="" lines={calls} whole stacked />
                <Chart {...shown} title={t('Latency')} unit="ms" lines={latencyLines} />
              </section>
              <PlanMeters plans={value.plans} titles={titles} />
              <Group title={t('By API')}>
                <ApiCountsTable apis={value.apis} titles={titles} />
                {value.apis.length === 0 && <p className="list__empty">{t('It has called nothing in this time.')}</p>}
              </Group>
              <MonthUsage application={name} titles={titles} />
            </>
          )
        }}
      </Loaded>
    </>
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
              [t('Calls'), ({ calls }) => calls],
              [t('Refused'), ({ refusals }) => refusals],
              [t('Errors'), ({ errors }) => errors],
              [t('Tokens'), ({ tokens }) => tokens],
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
