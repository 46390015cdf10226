/** Shows the usage of an application: calls, latency, and what is left of its plans. */
import { ContentSwitcher, Switch, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { useState } from 'react'

import { Chart } from '../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import type { ApplicationView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { formatCount } from '../text/format-count.ts'
import { MonthUsage } from './month-usage.tsx'
import { PlanMeters } from './plan-meters.tsx'
import { buildUsageSamples, sumUsage } from './usage-samples.ts'

const freshMs = 5_000
const ranges = [
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
] as const

const calls = [
  ['answered', 'Answered'],
  ['refusals', 'Refused'],
  ['errors', 'Errors'],
] as const
const latency = [
  ['average', 'Average'],
  ['p95', '95th percentile'],
] as const

export default function UsagePanel({ application }: { application: ApplicationView }) {
  const [hours, setHours] = useState<number>(24)
  const { name } = application
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
        aria-label="How far back"
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
            {formatCount(totals.calls, 'call')}, {totals.refusals.toLocaleString('en')} refused,{' '}
            {formatCount(totals.errors, 'error')}, {formatCount(totals.tokens, 'token')} issued
          </p>
          <section className="charts" aria-label="Usage by the hour">
            <Chart {...shown} title="Calls per hour" unit="" lines={calls} whole stacked />
            <Chart {...shown} title="Latency" unit="ms" lines={latency} />
          </section>
          <PlanMeters plans={value.plans} />
          <section className="group" aria-labelledby="by-api">
            <h2 className="group__title" id="by-api">
              By API
            </h2>
            <ScrollRegion label="Calls by API">
              <Table size="md" aria-label="Calls by API">
                <TableHeaderRow titles={['API', 'Calls', 'Refused', 'Errors']} />
                <TableBody>
                  {value.apis.map(({ api, calls, refusals, errors }) => (
                    <TableRow key={api}>
                      <TableCell>{api}</TableCell>
                      <TableCell className="list__number">{calls.toLocaleString('en')}</TableCell>
                      <TableCell className="list__number">{refusals.toLocaleString('en')}</TableCell>
                      <TableCell className="list__number">{errors.toLocaleString('en')}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </ScrollRegion>
            {value.apis.length === 0 && <p className="list__empty">It has called nothing in this time.</p>}
          </section>
          <MonthUsage application={name} />
        </>
      )}
    </>
  )
}
