/** Implements MQSUB: creates and resumes subscriptions with managed queues. */
import { randomBytes } from 'node:crypto'
import { initialAttributes } from '../objects/definitions/object-definition.ts'
import type { PendingChange } from '../objects/object-catalog.ts'
import { objectDefinitions } from '../objects/object-definitions.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { Principal } from '../types/connection.ts'
import { mqError } from '../types/reason-codes.ts'
import type { ObjectRecord } from '../types/services.ts'
import type { SubscribeOptions } from '../types/subscription.ts'

/**
 * Creates the subscription, resumes the durable subscription with this name, or joins a shared one. Throws reason code
 * 2429 when it is in use and not shared, and 2432 when it has another topic string, or is shared with another selector.
 */
export function subscribe(
  running: RunningQueueManager,
  principal: Principal,
  options: SubscribeOptions,
): PendingChange<ObjectRecord> {
  const { topicString, durableName, shared, selector = '' } = options
  const name = shared?.name ?? durableName
  const known = name === undefined ? undefined : running.objects.find('sub', name)
  if (!known) return running.objects.saveNow(recordFor(running, principal, options))

  const status = running.subscriptions.status(known.name)
  if (status?.connection && !(shared && status.sharers)) {
    throw mqError('MQRC_SUBSCRIPTION_IN_USE', `subscription ${known.name} is in use`, { object: known.name })
  }
  const { TOPICSTR, DESTCLAS, SELECTOR } = known.attributes
  if (TOPICSTR === topicString && DESTCLAS === 'MANAGED' && (!shared || SELECTOR === selector)) {
    return { value: known, committed: Promise.resolve() }
  }
  const text = `there is a subscription ${known.name} to "${TOPICSTR}" with the selector "${SELECTOR}"`
  throw mqError('MQRC_SUB_ALREADY_EXISTS', text, { object: known.name })
}

function recordFor(running: RunningQueueManager, principal: Principal, options: SubscribeOptions): ObjectRecord {
  const { topicString, durableName, shared, wildcards = 'TOPIC', userData = '', selector = '' } = options
  const isDurable = shared?.isDurable ?? durableName !== undefined
  const now = running.clock()
  return {
    kind: 'sub',
    name: shared?.name ?? durableName ?? `${running.name} ${randomBytes(12).toString('hex')}`,
    type: 'SUB',
    attributes: {
      ...initialAttributes(objectDefinitions.sub, 'SUB'),
      TOPICSTR: topicString,
      DESTCLAS: 'MANAGED',
      WSCHEMA: wildcards,
      USERDATA: userData,
      SELECTOR: selector,
      SUBUSER: principal.name,
      SUBTYPE: 'API',
      DURABLE: isDurable ? 'YES' : 'NO',
    },
    created: now,
    altered: now,
  }
}
