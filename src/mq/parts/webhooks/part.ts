/** Webhooks: their service and their REST resources. */
import type { MqPart } from '../../part.ts'

export const webhooksPart: MqPart = {
  name: 'webhooks',
  loadService: async () => {
    const { WebhookService } = await import('./webhook-service.ts')
    return (deps) => new WebhookService(deps)
  },
  loadResources: async () => (await import('./rest/routes.ts')).webhookRows,
}
