/**
 * Every resource of the REST API: method, path, the versions that have it, who may call it, and what answers.
 *
 * All of it is served below `/ibmmq/rest/{version}` and `/vendormq/rest/{version}`.
 */

import * as everywhere from './admin/all-managers.ts'
import * as channel from './admin/channel.ts'
import { off } from './admin/file-transfer.ts'
import * as installation from './admin/installation.ts'
import { metrics } from './admin/metrics.ts'
import * as mqsc from './admin/mqsc.ts'
import * as qmgr from './admin/qmgr.ts'
import * as queueChange from './admin/queue-change.ts'
import * as queueList from './admin/queue-list.ts'
import * as subscription from './admin/subscription.ts'
import type { Handler } from './call/call.ts'
import * as message from './messaging/get.ts'
import { list } from './messaging/list.ts'
import { publish } from './messaging/publish.ts'
import { put } from './messaging/put.ts'
import * as login from './security/login.ts'
import type { Role } from './security/roles.ts'

/** `open` needs nothing at all, `signedIn` any user; otherwise one of the roles, the most privileged first. */
export type Access = 'open' | 'signedIn' | readonly Role[]

export type Route = readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  versions: readonly (1 | 2 | 3)[],
  access: Access,
  handler: Handler,
]

const observers = ['MQWebAdmin', 'MQWebAdminRO'] as const
const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const changers = ['MQWebAdmin', 'MQWebUser'] as const
const messengers = ['MQWebUser'] as const

const every = [1, 2, 3] as const
const only1 = [1] as const
const since2 = [2, 3] as const

export const routes: readonly Route[] = [
  ['POST', '/login', every, 'open', login.create],
  ['GET', '/login', every, 'signedIn', login.show],
  ['DELETE', '/login', every, 'signedIn', login.end],

  ['GET', '/admin/installation', every, viewers, installation.list],
  ['GET', '/admin/installation/:installation', every, viewers, installation.show],
  ['GET', '/admin/metrics', every, observers, metrics],

  ['GET', '/admin/qmgr', every, viewers, qmgr.list],
  ['GET', '/admin/qmgr/:qmgr', every, viewers, qmgr.show],
  ['POST', '/admin/action/qmgr/:qmgr/mqsc', every, viewers, mqsc.run],

  ['GET', '/admin/qmgr/:qmgr/queue', only1, viewers, queueList.list],
  ['POST', '/admin/qmgr/:qmgr/queue', only1, changers, queueChange.create],
  ['GET', '/admin/qmgr/:qmgr/queue/:queue', only1, viewers, queueList.show],
  ['PATCH', '/admin/qmgr/:qmgr/queue/:queue', only1, changers, queueChange.alter],
  ['DELETE', '/admin/qmgr/:qmgr/queue/:queue', only1, changers, queueChange.remove],
  ['GET', '/admin/qmgr/:qmgr/subscription', only1, viewers, subscription.list],
  ['GET', '/admin/qmgr/:qmgr/subscription/:subscription', only1, viewers, subscription.show],
  ['GET', '/admin/qmgr/:qmgr/channel', only1, viewers, channel.list],
  ['GET', '/admin/qmgr/:qmgr/channel/:channel', only1, viewers, channel.show],
  ['GET', '/admin/queue', only1, viewers, everywhere.queues],
  ['GET', '/admin/subscription', only1, viewers, everywhere.subscriptions],
  ['GET', '/admin/channel', only1, viewers, everywhere.channels],

  ['POST', '/messaging/qmgr/:qmgr/queue/:queue/message', every, messengers, put],
  ['GET', '/messaging/qmgr/:qmgr/queue/:queue/message', every, messengers, message.browse],
  ['DELETE', '/messaging/qmgr/:qmgr/queue/:queue/message', every, messengers, message.take],
  ['GET', '/messaging/qmgr/:qmgr/queue/:queue/messagelist', every, messengers, list],
  ['POST', '/messaging/qmgr/:qmgr/topic/*topic/message', since2, messengers, publish],

  ...fileTransfer('/admin'),
  ...fileTransfer('/admin/mft'),
]

/** Managed file transfer, under either of its paths. */
function fileTransfer(below: string): Route[] {
  return [
    ['GET', `${below}/agent`, every, 'signedIn', off],
    ['GET', `${below}/agent/:agent`, every, 'signedIn', off],
    ['GET', `${below}/transfer`, every, 'signedIn', off],
    ['GET', `${below}/transfer/:transfer`, every, 'signedIn', off],
    ['POST', `${below}/transfer`, every, 'signedIn', off],
    ['GET', `${below}/monitor`, every, 'signedIn', off],
    ['GET', `${below}/monitor/:monitor`, every, 'signedIn', off],
    ['POST', `${below}/monitor`, every, 'signedIn', off],
    ['DELETE', `${below}/monitor/:monitor`, every, 'signedIn', off],
  ]
}
