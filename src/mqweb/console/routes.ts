/**
 * Every REST resource behind the console: method, path, who may call it by the roles of the console, what answers.
 *
 * Served below `/ibmmq/console/api/v1` and `/vendormq/console/api/v1`. The page is one client of them, a script may
 * be another. They add what the REST API of the product leaves out, and let administrators see messages.
 */
import * as mqsc from '../admin/mqsc.ts'
import type { Route } from '../routes.ts'
import * as login from '../security/login.ts'
import { history } from './history.ts'
import { kinds } from './kinds.ts'
import * as manager from './manager.ts'
import * as messages from './messages.ts'
import { publish } from './publish.ts'
import type { Sampler } from './sampler.ts'
import { whoAmI } from './who-am-i.ts'

const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const changers = ['MQWebAdmin', 'MQWebUser'] as const
const admins = ['MQWebAdmin'] as const

const v1 = [1] as const
const qmgr = '/qmgr/:qmgr'
const queue = `${qmgr}/queue/:queue`

export function consoleRoutes(sampler: Sampler): readonly Route[] {
  const { ofManager, ofQueue } = history(sampler)
  return [
    ['POST', '/login', v1, 'open', login.create],
    ['GET', '/login', v1, 'signedIn', whoAmI],
    ['DELETE', '/login', v1, 'signedIn', login.end],

    ['GET', '/kinds', v1, viewers, kinds],

    ['GET', '/qmgr', v1, viewers, manager.list],
    ['POST', '/qmgr', v1, admins, manager.create],
    ['GET', qmgr, v1, viewers, manager.show],
    ['DELETE', qmgr, v1, admins, manager.remove],
    ['POST', `${qmgr}/start`, v1, admins, manager.start],
    ['POST', `${qmgr}/end`, v1, admins, manager.end],
    ['POST', `${qmgr}/mqsc`, v1, viewers, mqsc.run],
    ['GET', `${qmgr}/history`, v1, viewers, ofManager],

    ['GET', `${queue}/messages`, v1, viewers, messages.list],
    ['POST', `${queue}/messages`, v1, changers, messages.put],
    ['GET', `${queue}/messages/:messageId`, v1, viewers, messages.show],
    ['GET', `${queue}/messages/:messageId/body`, v1, viewers, messages.download],
    ['DELETE', `${queue}/messages/:messageId`, v1, changers, messages.take],
    ['GET', `${queue}/history`, v1, viewers, ofQueue],

    ['POST', `${qmgr}/topic/:topic/messages`, v1, changers, publish],
  ]
}
