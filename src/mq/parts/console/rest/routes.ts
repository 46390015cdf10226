/**
 * The REST resources of the console: method, path, roles of the console that may call it, and handler.
 *
 * The server mounts them below `/ibmmq/console/api/v1` and `/vendormq/console/api/v1`, for the page and for
 * scripts. They add what the REST API of the product leaves out, and they let administrators see messages.
 */
import { runMqscCommand } from '../../../web/admin/mqsc.ts'
import type { RestRoute } from '../../../web/context/rest-context.ts'
import type { WebResources } from '../../../web/context/web-part.ts'
import { showConsoleDocument } from '../../../web/description/show-document.ts'
import { createLogin } from '../../../web/login/login.ts'
import { showHealth } from './health.ts'
import { showManagerHistory, showQueueHistory, showQueueRates } from './history.ts'
import { replaceLayout, showLayout } from './layout-handlers.ts'
import { beginProviderLogin, completeProviderLogin, endConsoleLogin, showConsoleLogin, showLoginWays } from './login.ts'
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
import { listObjects } from './objects/list-objects.ts'
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
import { putBackMessages, transferMessages } from './transfer-messages.ts'

const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const changers = ['MQWebAdmin', 'MQWebUser'] as const
const admins = ['MQWebAdmin'] as const
const transferViewers = ['MFTWebAdmin', 'MFTWebAdminRO'] as const

const v1 = [1] as const
const qmgr = '/qmgr/:qmgr'
const queue = `${qmgr}/queue/:queue`

const consoleRoutes: readonly RestRoute[] = [
  ['POST', '/login', v1, 'open', createLogin, 'uncompressed'],
  ['GET', '/login', v1, 'signedIn', showConsoleLogin, 'uncompressed'],
  ['DELETE', '/login', v1, 'signedIn', endConsoleLogin, 'uncompressed'],
  ['GET', '/login/provider', v1, 'open', showLoginWays, 'uncompressed'],
  ['POST', '/login/provider', v1, 'open', beginProviderLogin, 'uncompressed'],
  ['PUT', '/login/provider', v1, 'open', completeProviderLogin, 'uncompressed'],
  ['GET', '/openapi.json', v1, 'signedIn', showConsoleDocument],

  ['GET', '/kinds', v1, viewers, listObjectKinds],
  ['GET', '/layout', v1, [...viewers, ...transferViewers], showLayout],
  ['PUT', '/layout', v1, [...viewers, ...transferViewers], replaceLayout],

  ['GET', '/health', v1, viewers, showHealth],
  ['GET', '/qmgr', v1, viewers, listConsoleQueueManagers],
  ['POST', '/qmgr', v1, admins, createQueueManager],
  ['GET', qmgr, v1, viewers, showConsoleQueueManager, 'this instance'],
  ['DELETE', qmgr, v1, admins, deleteQueueManager, 'this instance'],
  ['POST', `${qmgr}/start`, v1, admins, startQueueManager, 'this instance'],
  ['POST', `${qmgr}/end`, v1, admins, endQueueManager, 'this instance'],
  ['POST', `${qmgr}/mqsc`, v1, viewers, runMqscCommand],
  ['GET', `${qmgr}/objects/:qualifier`, v1, viewers, listObjects],
  ['GET', `${qmgr}/remote`, v1, viewers, listRemoteManagers],
  ['GET', `${qmgr}/route`, v1, viewers, findRoute],
  ['GET', `${qmgr}/history`, v1, viewers, showManagerHistory],
  ['GET', `${qmgr}/queue-rates`, v1, viewers, showQueueRates],

  ['GET', `${queue}/messages`, v1, viewers, listConsoleMessages, 'uncompressed'],
  ['GET', `${queue}/message-position`, v1, viewers, findMessagePosition],
  ['POST', `${queue}/messages`, v1, changers, putConsoleMessage],
  ['POST', `${queue}/messages/transfer`, v1, changers, transferMessages],
  ['POST', `${queue}/messages/put-back`, v1, changers, putBackMessages],
  ['GET', `${queue}/messages/:messageId`, v1, viewers, showConsoleMessage, 'uncompressed'],
  ['GET', `${queue}/messages/:messageId/body`, v1, viewers, downloadMessageBody, 'uncompressed'],
  ['DELETE', `${queue}/messages/:messageId`, v1, changers, getConsoleMessage],
  ['GET', `${queue}/history`, v1, viewers, showQueueHistory],

  ['POST', `${qmgr}/topic/:topic/messages`, v1, changers, publishConsoleMessage],
]

/** The rows of the console. It adds none to the REST API. */
export const consoleRows: WebResources = {
  routes: [],
  consoleRoutes,
  loadDescriptions: async () => (await import('../descriptions.ts')).consoleDescriptions,
}
