/** The REST resources of webhooks: method, path, versions, roles that may call it, and handler. */
import type { RestRoute } from '../../../web/context/rest-context.ts'
import type { WebResources } from '../../../web/context/web-part.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
} from './webhooks.ts'

const viewers = ['MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'] as const
const changers = ['MQWebAdmin', 'MQWebUser'] as const
const messengers = ['MQWebUser'] as const

const every = [1, 2, 3] as const
const v1 = [1] as const
const ofManager = '/qmgr/:qmgr/webhook'

function listRoutes(all: string): RestRoute[] {
  const one = `${all}/:webhook`
  return [
    ['POST', all, every, messengers, createWebhook, 'uncompressed'],
    ['GET', all, every, messengers, listWebhooks],
    ['GET', one, every, messengers, showWebhook],
    ['PATCH', one, every, messengers, changeWebhook],
    ['DELETE', one, every, messengers, deleteWebhook],
    ['POST', `${one}/secret`, every, messengers, rotateWebhookSecret, 'uncompressed'],
    ['GET', `${one}/delivery`, every, messengers, listDeliveries],
  ]
}

/** The rows of the REST API, for queues and for topics, and those of the console. */
export const webhookRows: WebResources = {
  routes: [
    ...listRoutes('/messaging/qmgr/:qmgr/queue/:queue/webhook'),
    ...listRoutes('/messaging/qmgr/:qmgr/topic/*topic/webhook'),
  ],
  consoleRoutes: [
    ['GET', ofManager, v1, viewers, listWebhooks],
    ['PATCH', `${ofManager}/:webhook`, v1, changers, changeWebhook],
    ['DELETE', `${ofManager}/:webhook`, v1, changers, deleteWebhook],
    ['GET', `${ofManager}/:webhook/delivery`, v1, viewers, listDeliveries],
  ],
  loadDescriptions: async () => (await import('./descriptions.ts')).webhookDescriptions,
}
