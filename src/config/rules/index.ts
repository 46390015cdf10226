/** Every rule that the documents of a catalog keep towards each other. */
import { apiSecurity } from './api-security.ts'
import { apiVariables } from './api-variables.ts'
import { applicationCredentials } from './application-credentials.ts'
import { applicationGrants } from './application-grants.ts'
import { basePaths } from './base-paths.ts'
import { portalUsers } from './portal-users.ts'
import { productNames } from './product-names.ts'
import { providerUsers } from './provider-users.ts'
import type { Rule } from './rule.ts'
import { subscriptions } from './subscriptions.ts'
import { tlsProfiles } from './tls-profiles.ts'
import { tokenCeilings } from './token-ceilings.ts'

export const rules: readonly Rule[] = [
  providerUsers,
  tlsProfiles,
  basePaths,
  apiSecurity,
  apiVariables,
  portalUsers,
  productNames,
  applicationCredentials,
  applicationGrants,
  subscriptions,
  tokenCeilings,
]
