/** The schemas of all responses, by the names of their types in `portal/rest/`. */
import { accountViews } from './account.ts'
import { apiViews } from './api.ts'
import { applicationViews } from './applications.ts'
import { callViews } from './calls.ts'
import { catalogueViews } from './catalogue.ts'
import { configurationViews } from './configuration.ts'
import { gatewayViews } from './gateway.ts'

export const portalViews = {
  ...accountViews,
  ...catalogueViews,
  ...apiViews,
  ...applicationViews,
  ...callViews,
  ...configurationViews,
  ...gatewayViews,
}

export type PortalViewName = keyof typeof portalViews
