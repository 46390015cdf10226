/** The card of a queue manager on the home page: state, counts, rates, and messages on its dead-letter queue. */
import { Link } from '@carbon/react'
import { Suspense } from 'react'
import { formatShortNumber } from '../../../../../shared/ui/charts/axis-scale.ts'
import { findLatestValue, findMaxValue } from '../../../../../shared/ui/charts/samples.ts'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerHealth } from '../../contract/managers.ts'
import { buildManagerLink, buildObjectLink } from '../../kit/routing/page-route.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { isManagerEnded, isManagerReachable, ManagerStateTag } from '../managers/manager-state-tag.tsx'

const StartManager = lazyPart(() => import('../managers/start-manager.tsx'))

export function ManagerCard({ manager, changed }: { manager: ManagerHealth; changed(): void }) {
  const { name, queues, messages, connectionCount, rates, deadLetter, reason } = manager
  const max = rates ? findMaxValue([rates.puts, rates.gets]) : 0
  const lines = rates
    ? ([
        [t('Put'), rates.puts, 1],
        [t('Got'), rates.gets, 2],
      ] as const)
    : []

  return (
    <section className="health" aria-label={name}>
      <h2 className="health__title">
        <Link href={buildManagerLink(name)}>{name}</Link>
        <ManagerStateTag manager={manager} />
      </h2>
      {isManagerEnded(manager) && !isManagerReachable(manager) && (
        <Suspense>
          <StartManager name={name} changed={changed} />
        </Suspense>
      )}
      {reason !== undefined && <p>{t('You may not connect to it (reason {reason}).', { reason: String(reason) })}</p>}
      {queues !== undefined && (
        <p className="health__counts">
          <Link href={buildManagerLink(name, 'queues')}>
            {t('{count, plural, one {# queue} other {# queues}}', { count: queues })}
          </Link>
          {messages !== undefined && (
            <span>{t('{count, plural, one {# message} other {# messages}}', { count: messages })}</span>
          )}
          <span>{t('{count, plural, one {# connection} other {# connections}}', { count: connectionCount })}</span>
        </p>
      )}
      {lines.map(([title, line, series]) => {
        const value = formatShortNumber(findLatestValue(line) ?? 0)
        return (
          <div key={title} className="health__rate">
            <span>{title}</span>
            <Sparkline
              line={line}
              max={max}
              series={series}
              label={t('{what} per second in the last hour, now {value}', { what: title, value })}
            />
            <span className="list__number">{`${value}/s`}</span>
          </div>
        )
      })}
      {deadLetter && deadLetter.depth > 0 && (
        <p>
          <Link className="health__alarm" href={buildObjectLink(name, 'queues', deadLetter.name, 'messages')}>
            {t('{count, plural, one {# message} other {# messages}} on the dead-letter queue {queue}', {
              count: deadLetter.depth,
              queue: deadLetter.name,
            })}
          </Link>
        </p>
      )}
    </section>
  )
}
