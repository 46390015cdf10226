/** Lists the rules between the documents of a catalog, and checks them. */
import { compareLists } from '../../lib/collections/is-same-list.ts'
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import type { ProblemList } from '../text/problem-list.ts'
import type { Application } from '../types/index.ts'
import { apiSecurityRule } from './api-security.ts'
import { apiVariablesRule } from './api-variables.ts'
import { applicationCredentialsRule, applicationGrantsRule, haveUniqueIds, subscriptionsRule } from './applications.ts'
import { basePathsRule } from './base-paths.ts'
import { portalUsersRule } from './portal-users.ts'
import { providerRegistrationRule, providerUsersRule } from './providers.ts'
import { queueBackendRule } from './queue-backend.ts'
import type { CatalogRule } from './rule.ts'
import { tlsProfilesRule } from './tls-profiles.ts'
import { tokenCeilingsRule } from './token-ceilings.ts'

const catalogRules: readonly CatalogRule[] = [
  providerUsersRule,
  providerRegistrationRule,
  tlsProfilesRule,
  basePathsRule,
  apiSecurityRule,
  apiVariablesRule,
  queueBackendRule,
  portalUsersRule,
  tokenCeilingsRule,
]

/** The rules for each application, of which there may be 100,000. */
const applicationRules: readonly CatalogRule[] = [applicationCredentialsRule, applicationGrantsRule, subscriptionsRule]

/** The lists of applications without a problem, with what their rules compare them with. */
const right = new WeakMap<readonly Application[], string>()

/** Checks a catalog. Applications are checked again when they have changed, or what all are compared with. */
export function checkCatalog(published: PublishedCatalog, problems: ProblemList): void {
  for (const rule of catalogRules) rule(published, problems)
  const { applications, apis, products, providers, thirdParties, foreignProviders } = published.catalog
  const foreign = Array.from(foreignProviders?.values() ?? [], ({ provider }) => provider)
  const facts = JSON.stringify([
    products.map(({ name, version, plans }) => [name, version, ...plans.keys()]),
    [...providers.values(), ...foreign].map(({ grants, refreshToken }) => [...grants, refreshToken.enabled]),
    Array.from(thirdParties?.values() ?? [], ({ grants }) => [...grants]),
    apis.map(({ definitions }) => Array.from(definitions.values(), ({ type }) => type)),
  ])
  if (right.get(applications) === facts) return
  const { before, folder } = published
  const wasRight = right.get(before) === facts && !problems.hasErrors && haveUniqueIds(applications)
  const changed = new Set(wasRight ? compareLists(before, applications).added : applications)
  const checked = folder.applications.filter(({ part }) => changed.has(part))
  const { length } = problems.all
  for (const rule of applicationRules) rule({ ...published, folder: { ...folder, applications: checked } }, problems)
  if (problems.all.length === length && !problems.hasErrors) right.set(applications, facts)
}
