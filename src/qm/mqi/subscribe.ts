/** Implements MQSUB: creates and resumes subscriptions with managed queues. */
import { randomBytes } from 'node:crypto'
import { initialAttributes } from '../objects/definitions/object-definition.ts'
import type { PendingChange } from '../objects/object-catalog.ts'
import { objectDefinitions } from '../objects/object-definitions.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { Principal, SubscribeOptions } from '../types/queue-manager.ts'
import { mqError } from '../types/reason-codes.ts'
import type { ObjectRecord } from '../types/services.ts'

/**
 * Creates the subscription, or resumes the durable subscription with this name. Throws reason code 2429 when it
 * is in use and 2432 when it has another topic string.
 */
export function subscribe(
  running: RunningQueueManager,
  principal: Principal,
  options: SubscribeOptions,
): PendingChange<ObjectRecord> {
  const { topicString, durableName } = options
  const known = durableName === undefined ? undefined : running.objects.find('sub', durableName)
  if (!known) return running.objects.saveNow(recordFor(running, principal, options))

  if (running.subscriptions.status(known.name)?.connection) {
    throw mqError('MQRC_SUBSCRIPTION_IN_USE', `subscription ${known.name} is in use`, { object: known.name })
  }
  if (known.attributes.TOPICSTR === topicString && known.attributes.DESTCLAS === 'MANAGED') {
    return { value: known, committed: Promise.resolve() }
  }
  const text = `there is a subscription ${known.name} to "${known.attributes.TOPICSTR}"`
  throw mqError('MQRC_SUB_ALREADY_EXISTS', text, { object: known.name })
}

function recordFor(
  running: RunningQueueManager,
  principal: Principal,
  options: SubscribeOptions,
): ObjectRecord {
  const { topicString, durableName, wildcards = 'TOPIC', userData = '', selector = '' } = options
  const now = running.clock()
  return {
    kind: 'sub',
    name: durableName ?? `${running.name} ${randomBytes(12).toString('hex')}`,
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
      DURABLE: durableName === undefined ? 'NO' : 'YES',
    },
    created: now,
    altered: now,
  }
}
