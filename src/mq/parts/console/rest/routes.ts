/**
 * The REST resources of the console: method, path, roles of the console that may call it, and handler.
 *
 * The server mounts them below `/ibmmq/console/api/v1` and `/vendormq/console/api/v1`, for the page and for
 * scripts. They add what the REST API of the product leaves out, and they let administrators see messages.
 */

import type { Clock } from '../../../../shared/lib/time/clock.ts'
import { runMqscCommand } from '../../../web/admin/mqsc.ts'
import type { RestRoute } from '../../../web/context/rest-context.ts'
import { createConsoleDocumentHandler } from '../../../web/description/show-document.ts'
import {
  beginProviderLogin,
  completeProviderLogin,
  createLogin,
  endConsoleLogin,
  showConsoleLogin,
  showLoginWays,
} from '../../../web/login/login.ts'
import { createHealthHandler } from './health.ts'
import { createHistoryHandlers } from './history.ts'
import { createLayoutHandlers } from './layout/layout-handlers.ts'
import type { LayoutStore } from './layout/layout-store.ts'
import { findMessagePosition } from './message-position.ts'
import {
  downloadMessageBody,
  getConsoleMessage,
  listConsoleMessages,
  publishConsoleMessage,
  putConsoleMessage,
  showConsoleMessage,
} from './messages.ts'
import { listObjectKinds } from './object-kinds.ts'
import { createObjectListHandler } from './objects/list-objects.ts'
import {
  createQueueManager,
  deleteQueueManager,
  endQueueManager,
  listConsoleQueueManagers,
  showConsoleQueueManager,
  startQueueManager,
} from './queue-managers.ts'
import { findRoute } from './remote/find-route.ts'
import { listRemoteManagers } from './remote/list-remote-managers.ts'
import type { QueueManagerSampler } from './sampler.ts'
import { putBackMessages, transferMessages } from './transfer-messages.ts'

const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const changers = ['MQWebAdmin', 'MQWebUser'] as const
const admins = ['MQWebAdmin'] as const
const transferViewers = ['MFTWebAdmin', 'MFTWebAdminRO'] as const

const v1 = [1] as const
const qmgr = '/qmgr/:qmgr'
const queue = `${qmgr}/queue/:queue`

/** What the resources of the console need beside the services of every REST resource. */
export interface ConsoleDeps {
  sampler: QueueManagerSampler
  layouts: LayoutStore
  clock: Clock
  /** The rows that other parts add. */
  partRoutes: readonly RestRoute[]
}

export function buildConsoleRoutes({ sampler, layouts, clock, partRoutes }: ConsoleDeps): readonly RestRoute[] {
  const { ofManager, ofQueue, queueRates } = createHistoryHandlers(sampler)
  const layout = createLayoutHandlers(layouts)
  const routes: readonly RestRoute[] = [
    ['POST', '/login', v1, 'open', createLogin, 'uncompressed'],
    ['GET', '/login', v1, 'signedIn', showConsoleLogin, 'uncompressed'],
    ['DELETE', '/login', v1, 'signedIn', endConsoleLogin, 'uncompressed'],
    ['GET', '/login/provider', v1, 'open', showLoginWays, 'uncompressed'],
    ['POST', '/login/provider', v1, 'open', beginProviderLogin, 'uncompressed'],
    ['PUT', '/login/provider', v1, 'open', completeProviderLogin, 'uncompressed'],
    ['GET', '/openapi.json', v1, 'signedIn', createConsoleDocumentHandler(() => routes)],

    ['GET', '/kinds', v1, viewers, listObjectKinds],
    ['GET', '/layout', v1, [...viewers, ...transferViewers], layout.show],
    ['PUT', '/layout', v1, [...viewers, ...transferViewers], layout.replace],

    ['GET', '/health', v1, viewers, createHealthHandler(sampler)],
    ['GET', '/qmgr', v1, viewers, listConsoleQueueManagers],
    ['POST', '/qmgr', v1, admins, createQueueManager],
    ['GET', qmgr, v1, viewers, showConsoleQueueManager, 'this instance'],
    ['DELETE', qmgr, v1, admins, deleteQueueManager, 'this instance'],
    ['POST', `${qmgr}/start`, v1, admins, startQueueManager, 'this instance'],
    ['POST', `${qmgr}/end`, v1, admins, endQueueManager, 'this instance'],
    ['POST', `${qmgr}/mqsc`, v1, viewers, runMqscCommand],
    ['GET', `${qmgr}/objects/:qualifier`, v1, viewers, createObjectListHandler(clock)],
    ['GET', `${qmgr}/remote`, v1, viewers, listRemoteManagers],
    ['GET', `${qmgr}/route`, v1, viewers, findRoute],
    ['GET', `${qmgr}/history`, v1, viewers, ofManager],
    ['GET', `${qmgr}/queue-rates`, v1, viewers, queueRates],

    ['GET', `${queue}/messages`, v1, viewers, listConsoleMessages, 'uncompressed'],
    ['GET', `${queue}/message-position`, v1, viewers, findMessagePosition],
    ['POST', `${queue}/messages`, v1, changers, putConsoleMessage],
    ['POST', `${queue}/messages/transfer`, v1, changers, transferMessages],
    ['POST', `${queue}/messages/put-back`, v1, changers, putBackMessages],
    ['GET', `${queue}/messages/:messageId`, v1, viewers, showConsoleMessage, 'uncompressed'],
    ['GET', `${queue}/messages/:messageId/body`, v1, viewers, downloadMessageBody, 'uncompressed'],
    ['DELETE', `${queue}/messages/:messageId`, v1, changers, getConsoleMessage],
    ['GET', `${queue}/history`, v1, viewers, ofQueue],

    ['POST', `${qmgr}/topic/:topic/messages`, v1, changers, publishConsoleMessage],

    ...partRoutes,
  ]
  return routes
}
