/** The definitions of all object kinds, and the objects of a new queue manager. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'
import { authinfoDefinition } from './definitions/authinfo.ts'
import { channelDefinition, clientChannelDefinition } from './definitions/channel.ts'
import { buildChlauthName, chlauthDefinition } from './definitions/chlauth.ts'
import { type AttributeValues, initialAttributes, type ObjectDefinition } from './definitions/object-definition.ts'
import { qmgrDefinition } from './definitions/qmgr.ts'
import { queueDefinition } from './definitions/queue.ts'
import {
  comminfoDefinition,
  listenerDefinition,
  namelistDefinition,
  policyDefinition,
  processDefinition,
  serviceDefinition,
} from './definitions/single-type-objects.ts'
import { defaultSubscription, newSubscriptionId, subDefinition } from './definitions/sub.ts'
import { topicDefinition } from './definitions/topic.ts'
import system from './system-objects.json' with { type: 'json' }
import queues from './system-queues.json' with { type: 'json' }

export const objectDefinitions: Readonly<Record<ObjectKind, ObjectDefinition>> = {
  queue: queueDefinition,
  topic: topicDefinition,
  sub: subDefinition,
  channel: channelDefinition,
  clntconn: clientChannelDefinition,
  listener: listenerDefinition,
  namelist: namelistDefinition,
  process: processDefinition,
  service: serviceDefinition,
  authinfo: authinfoDefinition,
  comminfo: comminfoDefinition,
  chlauth: chlauthDefinition,
  policy: policyDefinition,
  qmgr: qmgrDefinition,
}

/** The service of AMQP channels, which are a part of the queue manager. */
export const amqpService = 'SYSTEM.AMQP.SERVICE'

interface Definition {
  kind: string
  type: string
  name: string
  attributes?: AttributeValues
}

const definitions: readonly Definition[] = [...queuesOfType('QLOCAL'), ...queuesOfType('QMODEL'), ...system.objects]

/** The channel authentication records by profile: they block privileged users and most SYSTEM channels. */
const rules: readonly { profile: string; type: string; attributes: AttributeValues }[] = system.rules

/** Returns the records of a new queue manager, its own object included. `folder` is the folder of its files. */
export function buildSystemObjects(manager: string, clock: Clock, folder = ''): ObjectRecord[] {
  const now = clock()
  const record = (kind: ObjectKind, type: string, name: string, more: AttributeValues = {}): ObjectRecord => ({
    kind,
    name,
    type,
    attributes: { ...initialAttributes(objectDefinitions[kind], type), ...more },
    created: now,
    altered: now,
  })
  return [
    record('qmgr', 'QMGR', manager, {
      CERTLABL: `ibmwebspheremq${manager.toLowerCase()}`,
      ...(folder && { SSLKEYR: `${folder}/ssl/key` }),
    }),
    record('sub', 'SUB', defaultSubscription, { SUBID: newSubscriptionId(manager) }),
    ...definitions.map(({ kind, type, name, attributes }) => record(kind as ObjectKind, type, name, attributes)),
    ...rules.map(({ profile, type, attributes }) =>
      record('chlauth', type, buildChlauthName(profile, type, attributes), { ...attributes, CHLAUTH: profile }),
    ),
  ]
}

function queuesOfType(type: keyof typeof queues): Definition[] {
  return Object.entries(queues[type]).map(([name, attributes]) => ({ kind: 'queue', type, name, attributes }))
}
