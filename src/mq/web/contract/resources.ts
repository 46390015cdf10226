/** The REST resources of the console: what they take and return. `mqweb/console/routes.ts` has who may call them. */
import type { BodyTypes } from '../rest/resource.ts'
import { transferResources } from './file-transfer.ts'
import { layoutResources } from './layout.ts'
import { healthResources, managerResources } from './managers.ts'
import { messageResources } from './messages.ts'
import { mqscResources } from './mqsc.ts'
import { kindResources, objectResources } from './objects.ts'
import { sessionResources } from './session.ts'
import { transferAgentResources } from './transfer-agents.ts'
import { webhookResources } from './webhooks.ts'

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
