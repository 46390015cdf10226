/** Resources of webhooks: of a queue or topic for those who may get its messages, and of a queue manager for the console. */
import { randomBytes } from 'node:crypto'
import type { Connection } from '../../../manager/index.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { findPartService } from '../../../web/context/web-part.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { createInvalidMemberError, parseBody } from '../../../web/http/parse-body.ts'
import { readJsonObjectBody } from '../../../web/http/request-input.ts'
import { holderOf } from '../../../web/messaging/lease-message.ts'
import { runWithMessagingConnection } from '../../../web/messaging/messaging-connection.ts'
import { WebhookChange, WebhookRequest } from '../contract/webhooks.ts'
import { WebhookService } from '../webhook-service.ts'
import type { ManagerWebhooks, Webhook } from '../webhook-store.ts'

/** How long the secret before a rotation signs as well. */
const oldSecretMs = 24 * 60 * 60 * 1000
const maxSecrets = 5

/** POST …/webhook: creates a webhook. Its secret is in this response only. */
export async function createWebhook(context: RestContext): Promise<RestResponse> {
  const { services } = context
  const options = parseBody(WebhookRequest, await readJsonObjectBody(context.request))
  await findPartService(services, WebhookService)
    .checkUrl(options.url)
    .catch((error: Error) => {
      throw createInvalidMemberError('url', options.url, error.message)
    })
  return run(context, async (webhooks, connection) => {
    await checkAuthority(context, connection, options.selector)
    const secret = generateSecret()
    const webhook = await webhooks.create({
      ...options,
      id: randomBytes(24).toString('hex'),
      target: findTarget(context) as { queue: string } | { topic: string },
      holder: holderOf(context),
      principal: connection.principal,
      secrets: [{ secret }],
      paused: false,
      createdAt: services.clock(),
    })
    return jsonResponse(201, { ...webhook.view(), secret })
  })
}

/** GET …/webhook: lists the webhooks of the user and client, or of all for the console. */
export function listWebhooks(context: RestContext): Promise<RestResponse> {
  return run(context, async (webhooks) => {
    const visible = webhooks.list().filter((webhook) => isVisible(context, webhook))
    return jsonResponse(200, { webhooks: visible.map((webhook) => webhook.view()) })
  })
}

/** GET …/webhook/{webhook} */
export function showWebhook(context: RestContext): Promise<RestResponse> {
  return run(context, async (webhooks) => jsonResponse(200, find(context, webhooks).view()))
}

/** PATCH …/webhook/{webhook}: pauses it, or lets it continue. */
export async function changeWebhook(context: RestContext): Promise<RestResponse> {
  const change = parseBody(WebhookChange, await readJsonObjectBody(context.request))
  return run(context, async (webhooks) => {
    await webhooks.change(find(context, webhooks).record.id, () => change)
    return emptyResponse(204)
  })
}

/** DELETE …/webhook/{webhook}. Messages that were not delivered stay on their queue; those of a topic are removed. */
export function deleteWebhook(context: RestContext): Promise<RestResponse> {
  return run(context, async (webhooks) => {
    await webhooks.remove(find(context, webhooks).record.id)
    return emptyResponse(204)
  })
}

/** POST …/webhook/{webhook}/secret: returns a new secret. Deliveries have the signature of the one before for a day. */
export function rotateWebhookSecret(context: RestContext): Promise<RestResponse> {
  return run(context, async (webhooks) => {
    const now = context.services.clock()
    const secret = generateSecret()
    await webhooks.change(find(context, webhooks).record.id, ({ secrets }) => {
      const older = secrets.map(({ secret: old, until = now + oldSecretMs }) => ({ secret: old, until }))
      return { secrets: [{ secret }, ...older.filter(({ until }) => until > now)].slice(0, maxSecrets) }
    })
    return jsonResponse(200, { secret })
  })
}

/** GET …/webhook/{webhook}/delivery: lists the last attempts. */
export function listDeliveries(context: RestContext): Promise<RestResponse> {
  return run(context, async (webhooks) => jsonResponse(200, { deliveries: find(context, webhooks).listAttempts() }))
}

/** Runs work as every messaging request, so that it needs a running queue manager and the authority to connect. */
function run(
  context: RestContext,
  work: (webhooks: ManagerWebhooks, connection: Connection) => Promise<RestResponse>,
): Promise<RestResponse> {
  const { queue, topic, qmgr = '' } = context.params
  return runWithMessagingConnection(context, queue ?? topic ?? qmgr, 'get from', async (connection) =>
    work(await findPartService(context.services, WebhookService).open(connection.manager), connection),
  )
}

function find(context: RestContext, webhooks: ManagerWebhooks): Webhook {
  const id = context.params.webhook as string
  const webhook = webhooks.find(id)
  if (webhook && isVisible(context, webhook)) return webhook
  throw new RestError('MQWB0326E', [id.slice(0, 100)])
}

/** A path without a queue or topic is one of the console: administrators see all webhooks, others those of their user. */
function isVisible(context: RestContext, { record }: Webhook): boolean {
  const target = findTarget(context)
  if (!target) return context.principal.privileged || record.holder.user === context.caller.name
  const isOwn = JSON.stringify(record.holder) === JSON.stringify(holderOf(context))
  return isOwn && JSON.stringify(record.target) === JSON.stringify(target)
}

function findTarget({ params: { queue, topic } }: RestContext): { queue: string } | { topic: string } | undefined {
  if (queue !== undefined) return { queue }
  return topic === undefined ? undefined : { topic }
}

/** Throws an `MqError` when the user may not get from the queue or subscribe to the topic, or the selector is invalid. */
async function checkAuthority({ params }: RestContext, connection: Connection, selector: string | undefined) {
  const { queue, topic = '' } = params
  if (queue !== undefined) return connection.open(queue, { mode: 'input', selector }).close()
  await (await connection.subscribe({ topicString: topic, selector })).close()
}

function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
