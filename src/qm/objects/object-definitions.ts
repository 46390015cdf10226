/** The definitions of all object kinds. */
import type { ObjectKind } from '../types/services.ts'
import { authinfoDefinition } from './definitions/authinfo.ts'
import { channelDefinition, clientChannelDefinition } from './definitions/channel.ts'
import { chlauthDefinition } from './definitions/chlauth.ts'
import { comminfoDefinition } from './definitions/comminfo.ts'
import { listenerDefinition } from './definitions/listener.ts'
import { namelistDefinition } from './definitions/namelist.ts'
import type { ObjectDefinition } from './definitions/object-definition.ts'
import { policyDefinition } from './definitions/policy.ts'
import { processDefinition } from './definitions/process.ts'
import { qmgrDefinition } from './definitions/qmgr.ts'
import { queueDefinition } from './definitions/queue.ts'
import { serviceDefinition } from './definitions/service.ts'
import { subDefinition } from './definitions/sub.ts'
import { topicDefinition } from './definitions/topic.ts'

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
