/** The descriptions of the resources that the console itself has, for OpenAPI documents. */
import type { ResourceDescriptions } from '../../web/context/web-part.ts'
import { gatewayHeaders } from '../../web/openapi/schemas.ts'
import { consoleResources } from './contract/resources.ts'

const mqsc = 'POST /qmgr/:qmgr/mqsc'

export const consoleDescriptions: ResourceDescriptions = {
  operations: {},
  consoleOperations: { ...consoleResources, [mqsc]: { ...consoleResources[mqsc], ...gatewayHeaders } },
}
