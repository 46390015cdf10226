/**
 * Every resource that the core adds to the REST API: method, path, versions that have it, who may call it, handler, and whether the
 * fast path serves it.
 *
 * The server mounts them below `/ibmmq/rest/{version}` and `/vendormq/rest/{version}`.
 */
import { channels } from './admin/channels.ts'
import { listInstallations, showInstallation, showMetrics } from './admin/installation.ts'
import { runMqscCommand } from './admin/mqsc.ts'
import { alterQueue, createQueue, deleteQueue } from './admin/queue-change.ts'
import { listQueueManagers, showQueueManager } from './admin/queue-managers.ts'
import { queues } from './admin/queues.ts'
import { subscriptions } from './admin/subscriptions.ts'
import type { RestRoute } from './context/rest-context.ts'
import { showRestDocument } from './description/show-document.ts'
import { createLogin, endLogin, showLogin } from './login/login.ts'
import { browseMessage, getMessage, listMessages, showDepth } from './messaging/get-message.ts'
import { acknowledgeLease, extendLease, giveLeaseBack, leaseMessages } from './messaging/lease-message.ts'
import { putBatch } from './messaging/put-batch.ts'
import { publishMessage, putMessage } from './messaging/put-message.ts'
import { streamQueue, streamTopic } from './messaging/stream-messages.ts'

const observers = ['MQWebAdmin', 'MQWebAdminRO'] as const
const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const changers = ['MQWebAdmin', 'MQWebUser'] as const
const messengers = ['MQWebUser'] as const

const every = [1, 2, 3] as const
const only1 = [1] as const
const since2 = [2, 3] as const

export const restRoutes: readonly RestRoute[] = [
  ['POST', '/login', every, 'open', createLogin, 'uncompressed'],
  ['GET', '/login', every, 'signedIn', showLogin, 'uncompressed'],
  ['DELETE', '/login', every, 'signedIn', endLogin, 'uncompressed'],
  ['GET', '/openapi.json', every, 'signedIn', showRestDocument],

  ['GET', '/admin/installation', every, viewers, listInstallations],
  ['GET', '/admin/installation/:installation', every, viewers, showInstallation],
  ['GET', '/admin/metrics', every, observers, showMetrics],

  ['GET', '/admin/qmgr', every, viewers, listQueueManagers],
  ['GET', '/admin/qmgr/:qmgr', every, viewers, showQueueManager, 'this instance'],
  ['POST', '/admin/action/qmgr/:qmgr/mqsc', every, viewers, runMqscCommand],

  ['GET', '/admin/qmgr/:qmgr/queue', only1, viewers, queues.list],
  ['POST', '/admin/qmgr/:qmgr/queue', only1, changers, createQueue],
  ['GET', '/admin/qmgr/:qmgr/queue/:queue', only1, viewers, queues.show],
  ['PATCH', '/admin/qmgr/:qmgr/queue/:queue', only1, changers, alterQueue],
  ['DELETE', '/admin/qmgr/:qmgr/queue/:queue', only1, changers, deleteQueue],
  ['GET', '/admin/qmgr/:qmgr/subscription', only1, viewers, subscriptions.list],
  ['GET', '/admin/qmgr/:qmgr/subscription/:subscription', only1, viewers, subscriptions.show],
  ['GET', '/admin/qmgr/:qmgr/channel', only1, viewers, channels.list],
  ['GET', '/admin/qmgr/:qmgr/channel/:channel', only1, viewers, channels.show],
  ['GET', '/admin/queue', only1, viewers, queues.listAll],
  ['GET', '/admin/subscription', only1, viewers, subscriptions.listAll],
  ['GET', '/admin/channel', only1, viewers, channels.listAll],

  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/message', every, messengers, putMessage, 'fast path'],
  ['GET', '/messaging/qmgr/:qmgr/queue/:queue/message', every, messengers, browseMessage, 'fast path'],
  ['DELETE', '/messaging/qmgr/:qmgr/queue/:queue/message', every, messengers, getMessage, 'fast path'],
  ['GET', '/messaging/qmgr/:qmgr/queue/:queue/messagelist', every, messengers, listMessages, 'fast path'],
  ['GET', '/messaging/qmgr/:qmgr/queue/:queue/depth', every, messengers, showDepth],
  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/batch', every, messengers, putBatch],
  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/lease', every, messengers, leaseMessages, 'uncompressed'],
  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/lease/:lease/ack', every, messengers, acknowledgeLease],
  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/lease/:lease/nack', every, messengers, giveLeaseBack],
  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/lease/:lease/extend', every, messengers, extendLease],
  ['GET', '/messaging/qmgr/:qmgr/queue/:queue/stream', every, messengers, streamQueue],
  ['GET', '/messaging/qmgr/:qmgr/topic/*topic/stream', every, messengers, streamTopic],
  ['POST', '/messaging/qmgr/:qmgr/topic/*topic/message', since2, messengers, publishMessage],
]
