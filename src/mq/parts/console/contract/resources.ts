/** The REST resources of the console: what they take and return. `rest/routes.ts` has who may call them. */
import type { BodyTypes } from '../../../../shared/rest/resource.ts'
import { mqscResources } from '../../../web/contract/mqsc.ts'
import { layoutResources } from './layout.ts'
import { healthResources, managerResources } from './managers.ts'
import { messageResources } from './messages.ts'
import { kindResources, objectResources } from './objects.ts'
import { consoleSessionResources } from './session.ts'

export const consoleResources = {
  ...consoleSessionResources,
  ...kindResources,
  ...layoutResources,
  ...healthResources,
  ...managerResources,
  ...mqscResources,
  ...objectResources,
  ...messageResources,
}

/** The request body and the response body of every resource, by its method and path. */
export type ConsoleResources = BodyTypes<typeof consoleResources>
