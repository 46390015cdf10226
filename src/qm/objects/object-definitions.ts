/** The definitions of all object kinds. */
import type { ObjectKind } from '../types/services.ts'
import { authinfoDefinition } from './definitions/authinfo.ts'
import { channelDefinition, clientChannelDefinition } from './definitions/channel.ts'
import { chlauthDefinition } from './definitions/chlauth.ts'
import type { ObjectDefinition } from './definitions/object-definition.ts'
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
