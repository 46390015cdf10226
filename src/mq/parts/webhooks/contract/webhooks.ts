/** Webhooks of queues and topics: what the messaging REST API and the console take and return. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, resource } from '../../../../shared/rest/resource.ts'
import { body, flag, integer, list, text, view } from '../../../../shared/rest/shapes.ts'

const format = { description: 'The body of a delivery: the members of the message, or a CloudEvent.' }

/** The body of a request to create a webhook. */
export const WebhookRequest = body('WebhookRequest', {
  url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where messages are delivered, by POST.' }),
  selector: Type.Optional(Type.String({ minLength: 1, maxLength: 10_240 })),
  format: Type.Enum(['message', 'cloudevent'], { default: 'message', ...format }),
  attempts: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 12,
    description: 'Attempts before a message is set aside.',
  }),
  backoffSeconds: Type.Integer({ minimum: 1, maximum: 3_600, default: 5, description: 'The first pause; it doubles.' }),
  concurrency: Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Deliveries at a time.' }),
  timeoutSeconds: Type.Integer({ minimum: 1, maximum: 60, default: 15, description: 'The time for one delivery.' }),
})
export type WebhookOptions = Static<typeof WebhookRequest>

export const WebhookChange = body('WebhookChange', { paused: flag('Whether no messages are taken.') })

export type WebhookView = Static<typeof WebhookView>
export const WebhookView = view('Webhook', {
  id: text(),
  queue: Type.Optional(text('The queue whose messages are delivered.')),
  topic: Type.Optional(text('The topic whose publications are delivered.')),
  url: text(),
  selector: Type.Optional(text()),
  format: text(),
  attempts: integer(),
  backoffSeconds: integer(),
  concurrency: integer(),
  timeoutSeconds: integer(),
  paused: flag(),
  createdAt: text(),
  user: text('The user who created it, with whose authority it takes messages.'),
  client: text('The application for which a gateway created it; empty without a gateway.'),
  problem: Type.Optional(text('Why it takes no messages at the moment.')),
  held: integer('Messages between the first attempt and the last.'),
  delivered: integer('Messages that were delivered since the server started.'),
  failed: integer('Attempts that failed since then.'),
  setAside: integer('Messages that went to the backout queue or the dead-letter queue since then.'),
})

export type WebhookAttempt = Static<typeof WebhookAttempt>
export const WebhookAttempt = view('WebhookDelivery', {
  messageId: text(),
  attempt: integer(),
  at: text(),
  durationMs: integer(),
  outcome: Type.Enum(['delivered', 'retry', 'setAside']),
  status: Type.Optional(integer('The status of the response.')),
  error: Type.Optional(text('Why the attempt failed.')),
  nextAt: Type.Optional(text('When the next attempt begins.')),
})

export const Webhooks = Type.Object({ webhooks: list(WebhookView) })
export const WebhookAttempts = Type.Object({ deliveries: list(WebhookAttempt) })

export const webhookResources = declareResources('webhook', {
  'GET /qmgr/:qmgr/webhook': resource('listWebhooks', 'List the webhooks of a queue manager', { response: Webhooks }),
  'PATCH /qmgr/:qmgr/webhook/:webhook': resource('changeWebhook', 'Pause a webhook, or let it continue', {
    body: WebhookChange,
  }),
  'DELETE /qmgr/:qmgr/webhook/:webhook': { id: 'deleteWebhook', summary: 'Delete a webhook' },
  'GET /qmgr/:qmgr/webhook/:webhook/delivery': resource(
    'listDeliveries',
    'List the last deliveries of a webhook, the latest first',
    { response: WebhookAttempts },
  ),
})
