/** The card of a queue manager on the home page: state, counts, rates, and messages on its dead-letter queue. */
import { formatShortNumber } from '../../../ui/charts/axis-scale.ts'
import { findLatestValue, findMaxValue } from '../../../ui/charts/samples.ts'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import type { ManagerHealth } from '../api/managers.ts'
import { ManagerStateTag } from '../managers/manager-state-tag.tsx'
import { isManagerEnded, isManagerReachable } from '../managers/manager-states.ts'
import { buildManagerLink, buildObjectLink } from '../routing/page-route.ts'
import { homeTexts as texts } from '../wording/home-texts.ts'

export function ManagerCard({ manager }: { manager: ManagerHealth }) {
  const { name, queues, messages, connectionCount, rates, deadLetter, reason } = manager
  const max = rates ? findMaxValue([rates.puts, rates.gets]) : 0
  const lines = rates
    ? ([
        [texts.put, rates.puts, 1],
        [texts.got, rates.gets, 2],
      ] as const)
    : []

  return (
    <section className="health" aria-label={name}>
      <h2 className="health__title">
        <a className="cds--link" href={buildManagerLink(name)}>
          {name}
        </a>
        <ManagerStateTag manager={manager} />
      </h2>
      {isManagerEnded(manager) && !isManagerReachable(manager) && <p>{texts.stopped}</p>}
      {reason !== undefined && <p>{texts.notAllowed(reason)}</p>}
      {queues !== undefined && (
        <p className="health__counts">
          <a className="cds--link" href={buildManagerLink(name, 'queues')}>
            {texts.queues(queues)}
          </a>
          {messages !== undefined && <span>{texts.messages(messages)}</span>}
          <span>{texts.connections(connectionCount)}</span>
        </p>
      )}
      {lines.map(([title, line, series]) => {
        const value = formatShortNumber(findLatestValue(line) ?? 0)
        return (
          <div key={title} className="health__rate">
            <span>{title}</span>
            <Sparkline line={line} max={max} series={series} label={texts.rateLabel(title, value)} />
            <span className="list__number">{texts.perSecond(value)}</span>
          </div>
        )
      })}
      {deadLetter && deadLetter.depth > 0 && (
        <p>
          <a className="cds--link health__alarm" href={buildObjectLink(name, 'queues', deadLetter.name, 'messages')}>
            {texts.deadLetters(deadLetter.depth, deadLetter.name)}
          </a>
        </p>
      )}
    </section>
  )
}
