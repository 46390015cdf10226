/** MQSUB: subscriptions that an application makes, with a queue that comes and goes with them. */
import { randomBytes } from 'node:crypto'
import type { Kept } from '../catalog.ts'
import { initialAttributes, kinds } from '../objects/index.ts'
import { mqError } from '../reasons.ts'
import type { Running } from '../running.ts'
import type { ObjectRecord } from '../runtime.ts'
import type { Principal, SubscribeOptions } from '../types.ts'

/** Makes the subscription, or takes up the durable one of this name. */
export function subscribe(
  running: Running,
  principal: Principal,
  options: SubscribeOptions,
): Kept<ObjectRecord> {
  const { topicString, durableName } = options
  const known = durableName === undefined ? undefined : running.objects.find('sub', durableName)
  if (!known) return running.objects.saveNow(recordFor(running, principal, options))

  if (running.subscriptions.status(known.name)?.connection) {
    throw mqError('MQRC_SUBSCRIPTION_IN_USE', `subscription ${known.name} is in use`, { object: known.name })
  }
  if (known.attributes.TOPICSTR === topicString && known.attributes.DESTCLAS === 'MANAGED') {
    return { kept: known, committed: Promise.resolve() }
  }
  const text = `there is a subscription ${known.name} to "${known.attributes.TOPICSTR}"`
  throw mqError('MQRC_SUB_ALREADY_EXISTS', text, { object: known.name })
}

function recordFor(running: Running, principal: Principal, options: SubscribeOptions): ObjectRecord {
  const { topicString, durableName, wildcards = 'TOPIC', userData = '' } = options
  const now = running.clock()
  return {
    kind: 'sub',
    name: durableName ?? `${running.name} ${randomBytes(12).toString('hex')}`,
    type: 'SUB',
    attributes: {
      ...initialAttributes(kinds.sub, 'SUB'),
      TOPICSTR: topicString,
      DESTCLAS: 'MANAGED',
      WSCHEMA: wildcards,
      USERDATA: userData,
      SUBUSER: principal.name,
      SUBTYPE: 'API',
      DURABLE: durableName === undefined ? 'NO' : 'YES',
    },
    created: now,
    altered: now,
  }
}
