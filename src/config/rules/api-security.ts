/**
 * What an API's security definitions name is there: the provider is enabled in the catalog, gives the grant of the
 * flow and knows the scopes; the registry of basic security is enabled.
 */

import { didYouMean } from '../../lib/suggest.ts'
import type { Published } from '../publish.ts'
import type { Path, Source } from '../text/source.ts'
import type { SecurityDefinition } from '../types.ts'
import { instead } from '../wording.ts'
import type { Rule } from './rule.ts'

export const apiSecurity: Rule = function apiSecurity(published, problems) {
  for (const { part, source } of published.apis) {
    for (const [key, definition] of part.definitions) {
      const path = part.definitionPaths.get(key) ?? []
      const faults =
        definition.type === 'oauth2' ? oauthFaults : definition.type === 'basic' ? basicFaults : noFaults
      for (const { member, message } of faults(definition, published)) {
        problems.error(placeOf(source, path, member), `security definition "${key}" ${message}`)
      }
    }
  }
}

interface Fault {
  member: Path
  message: string
}

const flowGrants = { password: 'password', application: 'application', accessCode: 'access_code' } as const

interface OauthMembers {
  'x-ibm-oauth-provider'?: string
  flow?: string
  scopes?: Record<string, unknown>
}

function* oauthFaults({ settings }: SecurityDefinition, { catalog, documents }: Published): Iterable<Fault> {
  const { 'x-ibm-oauth-provider': name, flow, scopes } = settings as OauthMembers
  if (name === undefined) {
    yield { member: [], message: 'names no OAuth provider: x-ibm-oauth-provider is missing' }
    return
  }

  const provider = catalog.providers.get(name)
  if (!provider) {
    if (documents.isBroken('provider', 'OAuth provider', name)) return
    const missing = missingName(
      'OAuth provider',
      name,
      documents.providers,
      catalog.providers,
      catalog.place.file,
    )
    yield { member: ['x-ibm-oauth-provider'], message: `${missing} under oauth_providers` }
    return
  }

  const grant = flowGrants[flow as keyof typeof flowGrants]
  if (!grant) {
    const known = Object.keys(flowGrants).join(', ')
    yield {
      member: ['flow'],
      message: `has a flow that is not supported: "${flow}" - supported are ${known}`,
    }
  }
  if (grant && !provider.grants.has(grant)) {
    const given = [...provider.grants].join(', ')
    const message = `has the flow "${flow}", but provider "${name}" does not give the grant ${grant} - it gives ${given}`
    yield { member: ['flow'], message }
  }
  for (const scope of Object.keys(scopes ?? {})) {
    if (provider.scopes.has(scope)) continue
    const known = [...provider.scopes.keys()]
    const meant = instead(scope, known, 'its scopes are')
    yield {
      member: ['scopes', scope],
      message: `has a scope that provider "${name}" does not know: "${scope}"${meant}`,
    }
  }
}

function* basicFaults({ settings }: SecurityDefinition, { catalog, documents }: Published): Iterable<Fault> {
  const member = 'x-ibm-authentication-registry'
  const name = (settings as Record<string, unknown>)[member]
  if (
    typeof name !== 'string' ||
    catalog.registries.has(name) ||
    documents.isBroken('provider', 'user registry', name)
  )
    return
  const missing = missingName(
    'user registry',
    name,
    documents.registries,
    catalog.registries,
    catalog.place.file,
  )
  yield { member: [member], message: `${missing} under api_user_registries` }
}

function noFaults(): Fault[] {
  return []
}

function missingName(
  kind: string,
  name: string,
  declared: ReadonlyMap<string, unknown>,
  enabled: ReadonlyMap<string, unknown>,
  file: string,
): string {
  const meant = declared.has(name) ? '' : didYouMean(name, [...enabled.keys()])
  return `names the ${kind} "${name}", which ${file} does not enable${meant}`
}

/** OpenAPI 3 keeps flow and scopes one level further down. */
function placeOf(source: Source, definition: Path, member: Path) {
  const flows = source.at([...definition, 'flows'])
  const [flow] = typeof flows === 'object' && flows !== null ? Object.keys(flows) : []
  if (flow === undefined || String(member[0]).startsWith('x-'))
    return source.place([...definition, ...member])
  return source.place([...definition, 'flows', flow, ...(member[0] === 'flow' ? [] : member)])
}
