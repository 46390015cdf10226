/** The page that shows what the gateway does now: calls, latency, rejections, upstreams, limits. */

import { Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { useEffect, useState } from 'react'
import { Chart } from '../../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { LiveView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import type { CatalogTitles } from '../../products/catalog-titles.ts'
import { useCatalogTitles } from '../../products/use-catalog-titles.ts'
import { LimitMeter } from '../../text/limit-meter.tsx'
import { ApiCountsTable, type ApiCountsTableProps } from '../../usage/api-counts-table.tsx'
import { addReadings, buildLiveSamples, intervalMs, type LiveReading } from './live-samples.ts'
import { RejectionList } from './rejection-list.tsx'

const calls = [
  ['answered', t('Answered')],
  ['refused', t('Rejected')],
  ['errors', t('Errors')],
] as const
const latency = [
  ['average', t('Average')],
  ['p95', t('95th percentile')],
] as const

export default function LivePage() {
  const [readings, setReadings] = useState<readonly LiveReading[]>([])
  const { value, problem, reload } = useResource(
    'live',
    (signal, { isPoll }) => {
      const query = isPoll ? {} : { earlier: 'true' } // the first response gives rates
      return requestResource('GET /configuration/live', {}, { query, signal, isPoll })
    },
    { intervalMs },
  )
  useEffect(() => {
    if (value) setReadings((before) => addReadings(before, value))
  }, [value])
  const titles = useCatalogTitles()
  const shown = { samples: buildLiveSamples(readings), minutes: 4 }

  return (
    <>
      <PageHeader title={t('Live')} trail={[[t('Configuration'), '#/configuration']]} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          <p className="prose">
            {t(
              'The calls of this catalog over {workers, plural, one {# worker} other {# workers}}, read every {seconds} seconds.',
              { workers: value.workers, seconds: intervalMs / 1000 },
            )}
          </p>
          <section className="charts" aria-label={t('Calls of the last minutes')}>
            <Chart {...shown} title={t('Calls per second')} unit="" lines={calls} stacked />
            <Chart {...shown} title={t('Latency')} unit="ms" lines={latency} />
          </section>
          <Upstreams upstreams={value.upstreams} />
          <Limits limits={value.limits} titles={titles} />
          <RejectionList rejections={value.rejections} />
          <Apis apis={value.apis} titles={titles} />
        </>
      )}
    </>
  )
}

function Upstreams({ upstreams }: Pick<LiveView, 'upstreams'>) {
  return (
    <section className="group" aria-labelledby="upstreams">
      <h2 className="group__title" id="upstreams">
        {t('Upstreams')}
      </h2>
      {upstreams.length === 0 ? (
        <p>{t('No upstream has got a request since the gateway started.')}</p>
      ) : (
        <ScrollRegion label={t('Requests to upstreams')}>
          <Table size="md" aria-label={t('Upstreams')}>
            <TableHeaderRow titles={[t('Upstream'), t('State'), t('Requests'), t('Failed')]} />
            <TableBody>
              {upstreams.map((each) => (
                <TableRow key={each.target}>
                  <TableCell>
                    <code>{each.target}</code>
                  </TableCell>
                  <TableCell>{describeState(each)}</TableCell>
                  <TableCell className="list__number">{formatNumber(each.requests)}</TableCell>
                  <TableCell className="list__number">{formatNumber(each.failures)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </ScrollRegion>
      )}
    </section>
  )
}

function describeState({ openCircuits, unhealthyWorkers }: LiveView['upstreams'][number]): string {
  if (openCircuits > 0) return t('circuit open: it gets no requests')
  return unhealthyWorkers > 0 ? t('its health check fails') : t('in use')
}

function Limits({
  limits,
  titles: { describeApi, describePlan },
}: Pick<LiveView, 'limits'> & { titles: CatalogTitles }) {
  return (
    <section className="group" aria-labelledby="limits">
      <h2 className="group__title" id="limits">
        {t('Limits in use')}
      </h2>
      {limits.length === 0 && <p>{t('No application has used a limit of its plan in the current interval.')}</p>}
      <div className="meters">
        {limits.map(({ application, product, plan, limit }) => (
          <LimitMeter
            key={`${application} ${product} ${plan} ${limit.kind} ${limit.part} ${limit.name}`}
            label={[application, describePlan(`${product}/${plan}`), describeApi(limit.part)]
              .filter(Boolean)
              .join(' · ')}
            helperText={t('{words}: {used} used', { words: limit.words, used: formatNumber(limit.used) })}
            used={limit.used}
            limit={Math.max(1, limit.used + (limit.left ?? 0))}
            isExceeded={limit.left === 0}
          />
        ))}
      </div>
    </section>
  )
}

function Apis(props: ApiCountsTableProps) {
  return (
    <section className="group" aria-labelledby="apis">
      <h2 className="group__title" id="apis">
        {t('Since the workers started')}
      </h2>
      <ApiCountsTable {...props} />
    </section>
  )
}
