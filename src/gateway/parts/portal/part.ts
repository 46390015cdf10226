import type { GatewayPart } from '../../part.ts'
import { buildDocumentTasks } from './processes/document-thread-tasks.ts'
import { portalName } from './processes/messages.ts'
import { buildPrimaryRequests } from './processes/primary-requests.ts'
import { buildWorkerRequests } from './processes/worker-requests.ts'

export const portalPart: GatewayPart = {
  name: portalName,
  primaryRequests: buildPrimaryRequests,
  workerRequests: buildWorkerRequests,
  documentTasks: buildDocumentTasks,
  restResources: async () => (await import('./rest/resources.ts')).resources,
  async openPortal(options) {
    const { openPortal } = await import('./host/open-portal.ts')
    return openPortal(options)
  },
}
