/** Shows the usage of an application: calls, latency, and what is left of its plans. */
import { ContentSwitcher, Switch, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { Download } from '@carbon/react/icons'
import { useState } from 'react'
import { Chart } from '../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { buildResourceUrl, requestResource } from '../api/client.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { useCatalogTitles } from '../products/use-catalog-titles.ts'
import { ApiCountsTable } from './api-counts-table.tsx'
import { PlanMeters } from './plan-meters.tsx'
import { buildUsageSamples, sumUsage } from './usage-samples.ts'

const freshMs = 5_000
const ranges = [
  [24, t('1 day')],
  [72, t('3 days')],
  [168, t('7 days')],
] as const

const calls = [
  ['answered', t('Answered')],
  ['refusals', t('Refused')],
  ['errors', t('Errors')],
] as const
const latency = [
  ['average', t('Average')],
  ['p95', t('95th percentile')],
] as const

export default function UsagePanel({ application }: { application: ApplicationView }) {
  const [hours, setHours] = useState<number>(24)
  const { name } = application
  const titles = useCatalogTitles()
  const { value, problem, reload } = useResource(
    `${name}/${hours}`,
    (signal, { isPoll }) =>
      requestResource(
        'GET /applications/:application/usage',
        { application: name },
        { query: { hours }, signal, isPoll },
      ),
    { intervalMs: freshMs },
  )
  const shown = value && { samples: buildUsageSamples(value.hours), minutes: hours * 60 }
  const totals = sumUsage(value?.hours ?? [])

  return (
    <>
      <ContentSwitcher
        className="charts__range"
        size="sm"
        aria-label={t('How far back')}
        selectedIndex={ranges.findIndex(([each]) => each === hours)}
        onChange={({ name }) => setHours(Number(name))}
      >
        {ranges.map(([each, title]) => (
          <Switch key={each} name={String(each)} text={title} />
        ))}
      </ContentSwitcher>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && shown && (
        <>
          <p className="usage__totals">
            {t(
              '{calls, plural, one {# call} other {# calls}}, {refusals} refused, {errors, plural, one {# error} other {# errors}}, {tokens, plural, one {# token} other {# tokens}} issued',
              { ...totals },
            )}
          </p>
          <section className="charts" aria-label={t('Usage by the hour')}>
            <Chart {...shown} title={t('Calls per hour')} unit="" lines={calls} whole stacked />
            <Chart {...shown} title={t('Latency')} unit="ms" lines={latency} />
          </section>
          <PlanMeters plans={value.plans} titles={titles} />
          <section className="group" aria-labelledby="by-api">
            <h2 className="group__title" id="by-api">
              {t('By API')}
            </h2>
            <ApiCountsTable apis={value.apis} titles={titles} />
            {value.apis.length === 0 && <p className="list__empty">{t('It has called nothing in this time.')}</p>}
          </section>
          <MonthUsage application={name} titles={titles} />
        </>
      )}
    </>
  )
}

const months = 13

/** The usage of an application over months, and its export. */
function MonthUsage({ application, titles }: { application: string; titles: CatalogTitles }) {
  const { value, problem, reload } = useResource(application, (signal) =>
    requestResource('GET /applications/:application/months', { application }, { query: { months }, signal }),
  )
  return (
    <section className="group" aria-labelledby="by-month">
      <h2 className="group__title" id="by-month">
        {t('By month')}
      </h2>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {value && (
        <>
          <ScrollRegion label={t('Calls by month')}>
            <Table size="md" aria-label={t('Calls by month')}>
              <TableHeaderRow
                titles={[t('Month'), 'API', t('Plan'), t('Calls'), t('Refused'), t('Errors'), t('Tokens')]}
              />
              <TableBody>
                {value.toReversed().map(({ month, api, plan, calls, refusals, errors, tokens }) => (
                  <TableRow key={`${month} ${api} ${plan}`}>
                    <TableCell className="usage__month">{month}</TableCell>
                    <TableCell>{titles.describeApi(api) || t('Token requests')}</TableCell>
                    <TableCell>{titles.describePlan(plan)}</TableCell>
                    {Object.entries({ calls, refusals, errors, tokens }).map(([measure, count]) => (
                      <TableCell key={measure} className="list__number">
                        {formatNumber(count)}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </ScrollRegion>
          {value.length === 0 && <p className="list__empty">{t('It has called nothing in the last months.')}</p>}
          <p className="downloads usage__csv">
            <a
              className="cds--link"
              download
              href={buildResourceUrl(`applications/${encodeURIComponent(application)}/usage.csv?months=${months}`)}
            >
              <Download /> {t('Days as CSV')}
            </a>
          </p>
        </>
      )}
    </section>
  )
}
