/**
 * Every resource of the REST API: method, path, the versions that have it, who may call it, and what answers.
 *
 * All of it is served below `/ibmmq/rest/{version}` and `/vendormq/rest/{version}`.
 */
import * as installation from './admin/installation.ts'
import * as mqsc from './admin/mqsc.ts'
import * as qmgr from './admin/qmgr.ts'
import type { Handler } from './call.ts'
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

const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const messengers = ['MQWebUser'] as const

const every = [1, 2, 3] as const
const since2 = [2, 3] as const

const queue = '/messaging/qmgr/:qmgr/queue/:queue'

export const routes: readonly Route[] = [
  ['POST', '/login', every, 'open', login.create],
  ['GET', '/login', every, 'signedIn', login.show],
  ['DELETE', '/login', every, 'signedIn', login.end],

  ['GET', '/admin/installation', every, viewers, installation.list],
  ['GET', '/admin/installation/:installation', every, viewers, installation.show],
  ['GET', '/admin/qmgr', every, viewers, qmgr.list],
  ['GET', '/admin/qmgr/:qmgr', every, viewers, qmgr.show],
  ['POST', '/admin/action/qmgr/:qmgr/mqsc', every, viewers, mqsc.run],

  ['POST', `${queue}/message`, every, messengers, put],
  ['GET', `${queue}/message`, every, messengers, message.browse],
  ['DELETE', `${queue}/message`, every, messengers, message.take],
  ['GET', `${queue}/messagelist`, every, messengers, list],
  ['POST', '/messaging/qmgr/:qmgr/topic/*topic/message', since2, messengers, publish],
]
