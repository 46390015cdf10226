/** The table of routes of a portal, whose handlers cannot run. */
import { buildRoutes, type ResourceRoutes } from '../../../../../src/gateway/parts/portal/routes.ts'

export const portalRoutes: ResourceRoutes = buildRoutes({ guides: {} } as Parameters<typeof buildRoutes>[0])
