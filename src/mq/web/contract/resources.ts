/** The REST resources of the console: what they take and return. `mq/parts/console/rest/routes.ts` has who may call them. */
import type { BodyTypes } from '../../../shared/rest/resource.ts'
import { layoutResources } from '../../parts/console/contract/layout.ts'
import { healthResources, managerResources } from '../../parts/console/contract/managers.ts'
import { messageResources } from '../../parts/console/contract/messages.ts'
import { kindResources, objectResources } from '../../parts/console/contract/objects.ts'
import { transferResources } from '../../parts/file-transfer/contract/file-transfer.ts'
import { transferAgentResources } from '../../parts/file-transfer/contract/transfer-agents.ts'
import { webhookResources } from '../../parts/webhooks/contract/webhooks.ts'
import { mqscResources } from './mqsc.ts'
import { sessionResources } from './session.ts'

export const consoleResources = {
  ...sessionResources,
  ...kindResources,
  ...layoutResources,
  ...healthResources,
  ...managerResources,
  ...mqscResources,
  ...objectResources,
  ...messageResources,
  ...transferResources,
  ...transferAgentResources,
  ...webhookResources,
}

/** The request body and the response body of every resource, by its method and path. */
export type ConsoleResources = BodyTypes<typeof consoleResources>
