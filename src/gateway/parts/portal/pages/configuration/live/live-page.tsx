/** The page that shows what the gateway does now: calls, latency, rejections, upstreams, limits. */
import { useEffect, useState } from 'react'
import { Chart } from '../../../../../../shared/ui/charts/chart.tsx'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../../shared/ui/feedback/use-resource.ts'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { DataTable } from '../../../../../../shared/ui/table/data-table.tsx'
import { formatNumber } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { LiveView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import type { CatalogTitles } from '../../products/catalog-titles.ts'
import { useCatalogTitles } from '../../products/use-catalog-titles.ts'
import { LimitMeter } from '../../usage/plan-meters.tsx'
import { RejectionTable } from '../../usage/rejection-table.tsx'
import { latencyLines } from '../../usage/usage-samples.ts'
import { ApiCountsTable } from '../../usage/usage-tables.tsx'
import { addReadings, buildLiveSamples, intervalMs, type LiveReading } from './live-samples.ts'

const calls = [
  ['answered', t('Answered')],
  ['refused', t('Rejected')],
  ['errors', t('Errors')],
] as const

export default function LivePage() {
  const [readings, setReadings] = useState<readonly LiveReading[]>([])
  const live = useResource(
    'live',
    (signal, { isPoll }) => {
      const query = isPoll ? {} : { earlier: 'true' } // the first response gives rates
      return requestResource('GET /configuration/live', {}, { query, signal, isPoll })
    },
    { intervalMs },
  )
  const { value } = live
  useEffect(() => {
    if (value) setReadings((before) => addReadings(before, value))
  }, [value])
  const titles = useCatalogTitles()
  const shown = { samples: buildLiveSamples(readings), minutes: 4 }

  return (
    <>
      <PageHeader title={t('Live')} trail={[[t('Configuration'), '#/configuration']]} />
      <Loaded resource={live}>
        {(latest) => (
          <>
            <p className="prose">
              {t(
                'The calls of this catalog over {workers, plural, one {# worker} other {# workers}}, read every {seconds} seconds.',
                { workers: latest.workers, seconds: intervalMs / 1000 },
              )}
            </p>
            <section className="charts" aria-label={t('Calls of the last minutes')}>
              <Chart {...shown} title={t('Calls per second')} unit="" lines={calls} stacked />
              <Chart {...shown} title={t('Latency')} unit="ms" lines={latencyLines} />
            </section>
            <Upstreams upstreams={latest.upstreams} />
            <Limits limits={latest.limits} titles={titles} />
            <Group title={t('Last rejections')}>
              <RejectionTable
                resource={{ value: latest.rejections, problem: undefined, reload() {} }}
                column={[t('Application'), ({ application }) => application ?? t('unknown')]}
                empty={t('The gateway has rejected no call of this catalog since it started.')}
              />
            </Group>
            <Group title={t('Since the workers started')}>
              <ApiCountsTable apis={latest.apis} titles={titles} />
            </Group>
          </>
        )}
      </Loaded>
    </>
  )
}

function Upstreams({ upstreams }: Pick<LiveView, 'upstreams'>) {
  return (
    <Group title={t('Upstreams')}>
      {upstreams.length === 0 ? (
        <p>{t('No upstream has got a request since the gateway started.')}</p>
      ) : (
        <DataTable
          label={t('Upstreams')}
          rows={upstreams}
          keyOf={({ target }) => target}
          columns={[
            [t('Upstream'), ({ target }) => <code>{target}</code>],
            [t('State'), describeState],
            [t('Requests'), ({ requests }) => requests],
            [t('Failed'), ({ failures }) => failures],
          ]}
        />
      )}
    </Group>
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
    <Group title={t('Limits in use')}>
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
    </Group>
  )
}
