/** The words for the steps of a route. */
import type { RouteStep, TransmissionRoute } from '../../../contract/console/objects.ts'
import { t } from '../../../ui/text/t.ts'
import { findChannelStatusText } from '../screens/channel-texts.ts'

/** Returns a step in words: `The alias INBOX stands for ORDERS.` */
export function describeStep(step: RouteStep): string {
  switch (step.kind) {
    case 'alias':
      return t('The alias {name} stands for {target}.', { name: step.name, target: step.target })
    case 'managerAlias':
      return t('The queue manager alias {name} stands for the queue manager {target}.', {
        name: step.name,
        target: step.target,
      })
    case 'remote':
      return t('The remote definition {name} stands for {queue} on {manager}.', {
        name: step.name,
        queue: step.queue,
        manager: step.manager,
      })
    case 'local':
      return t('The message stays here, on the local queue {name}.', { name: step.name })
    case 'topic':
      return t('The message is published to the topic {name}.', { name: step.name })
    case 'transmission':
      return t('The message goes to {queue} on {manager}: {route}.', {
        queue: step.queue,
        manager: step.manager,
        route: describeTransmission(step),
      })
    case 'problem':
      return problems[step.problem]?.(step.name) ?? step.problem
  }
}

const problems: Readonly<Record<string, (name: string) => string>> = {
  unknownQueue: (name) => t('There is no queue {name}, or you may not display it.', { name }),
  modelQueue: (name) => t('{name} is a model queue, which holds no messages.', { name }),
  aliasOfAlias: (name) => t('{name} is an alias as well: an alias cannot stand for another one.', { name }),
  noRemoteName: (name) => t('{name} names no queue, only a queue manager.', { name }),
  noTransmissionQueue: (name) =>
    t('There is no transmission queue {name}, and no default transmission queue.', { name }),
  wrongTransmissionQueue: (name) => t('{name} is not a transmission queue.', { name }),
}

/** Returns a transmission queue with its channels: `QM2 (3 messages), channel QM1.QM2: Running`. */
export function describeTransmission({ transmissionQueue, depth, channels }: TransmissionRoute): string {
  if (depth === undefined)
    return transmissionQueue === ''
      ? t('No transmission queue')
      : t('Transmission queue {transmissionQueue}, which does not exist', { transmissionQueue })
  const queue = t('Transmission queue {transmissionQueue} ({depth, plural, one {# message} other {# messages}})', {
    transmissionQueue,
    depth,
  })
  if (!channels || channels.length === 0) return t('{queue}, which no channel empties', { queue })
  const list = channels.map(({ name, status, connectionName }) =>
    t('channel {name} to {connectionName}: {status}', { name, connectionName, status: findChannelStatusText(status) }),
  )
  return [queue, ...list].join(', ')
}
