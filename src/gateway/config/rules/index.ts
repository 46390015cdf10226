/** Lists the rules between the documents of a catalog. */
import { apiSecurityRule } from './api-security.ts'
import { apiVariablesRule } from './api-variables.ts'
import { applicationCredentialsRule, applicationGrantsRule, subscriptionsRule } from './applications.ts'
import { basePathsRule } from './base-paths.ts'
import { portalUsersRule } from './portal-users.ts'
import { providerRegistrationRule, providerUsersRule } from './providers.ts'
import { queueBackendRule } from './queue-backend.ts'
import type { CatalogRule } from './rule.ts'
import { tlsProfilesRule } from './tls-profiles.ts'
import { tokenCeilingsRule } from './token-ceilings.ts'

export const catalogRules: readonly CatalogRule[] = [
  providerUsersRule,
  providerRegistrationRule,
  tlsProfilesRule,
  basePathsRule,
  apiSecurityRule,
  apiVariablesRule,
  queueBackendRule,
  portalUsersRule,
  applicationCredentialsRule,
  applicationGrantsRule,
  subscriptionsRule,
  tokenCeilingsRule,
]
