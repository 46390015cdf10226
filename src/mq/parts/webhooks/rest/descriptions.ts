/** The descriptions of the resources of webhooks, for OpenAPI documents. */
import { declareResources, resource } from '../../../../shared/rest/resource.ts'
import type { MqOperation, ResourceDescriptions } from '../../../web/context/web-part.ts'
import { object, text } from '../../../web/openapi/schemas.ts'
import {
  WebhookAttempts,
  WebhookChange,
  WebhookRequest,
  Webhooks,
  WebhookView,
  webhookResources,
} from '../contract/webhooks.ts'

const secret = object({ secret: text }, ['secret'])

function describeWebhooks(all: string, of: 'Queue' | 'Topic'): Record<string, Omit<MqOperation, 'tag'>> {
  return {
    [`POST ${all}`]: resource(`create${of}Webhook`, 'Create a webhook; the response has its secret', {
      status: 201,
      body: WebhookRequest,
      response: { allOf: [WebhookView, secret] },
    }),
    [`GET ${all}`]: { id: `list${of}Webhooks`, summary: 'List your webhooks', response: Webhooks },
    [`GET ${all}/:webhook`]: { id: `show${of}Webhook`, summary: 'Show a webhook', response: WebhookView },
    [`PATCH ${all}/:webhook`]: resource(`change${of}Webhook`, 'Pause a webhook, or let it continue', {
      body: WebhookChange,
    }),
    [`DELETE ${all}/:webhook`]: { id: `delete${of}Webhook`, summary: 'Delete a webhook' },
    [`POST ${all}/:webhook/secret`]: resource(
      `rotate${of}WebhookSecret`,
      'Create a new secret; the one before signs for 24 hours as well',
      { response: secret },
    ),
    [`GET ${all}/:webhook/delivery`]: resource(`list${of}Deliveries`, 'List the last deliveries of a webhook', {
      response: WebhookAttempts,
    }),
  }
}

export const webhookDescriptions: ResourceDescriptions = {
  operations: declareResources('messaging', {
    ...describeWebhooks('/messaging/qmgr/:qmgr/queue/:queue/webhook', 'Queue'),
    ...describeWebhooks('/messaging/qmgr/:qmgr/topic/*topic/webhook', 'Topic'),
  }),
  consoleOperations: webhookResources,
}
