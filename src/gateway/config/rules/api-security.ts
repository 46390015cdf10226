/** Checks that the registries and providers of security definitions are enabled, with the grant and the scopes. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { ProviderMembers } from '../publish/publish-api.ts'
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import { findNativeProvider, findProviderName, type Operation, type SecurityDefinition } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

export const apiSecurityRule: CatalogRule = function apiSecurity(published, problems) {
  for (const [index, { part, source }] of published.apis.entries()) {
    for (const [key, definition] of published.catalog.apis[index]?.definitions ?? []) {
      const path = part.definitionPaths.get(key) ?? []
      for (const { member, fault, tolerated } of faultsOf({ definition, path, source, published })) {
        const message = `security definition "${key}" ${fault}`
        const location = placeOf(source, path, member)
        if (tolerated === 'as undefined') problems.undefinedValue(source, location, message)
        else if (tolerated && !source.isStrict) problems.warning(location, message)
        else problems.error(location, message)
      }
    }
    for (const operation of published.catalog.apis[index]?.operations ?? [])
      for (const fault of detailFaults(operation, published))
        problems.error(operation.authorizationDetails?.location ?? operation.location, fault)
  }
}

/** Yields what the providers of an operation cannot issue of the authorization details that it demands. */
function* detailFaults({ authorizationDetails, security }: Operation, { catalog }: PublishedCatalog): Iterable<string> {
  if (!authorizationDetails) return
  const names = security.flatMap(({ all }) => all.map(({ definition }) => findProviderName(definition)))
  for (const provider of new Set(names.flatMap((name) => catalog.providers.get(name ?? '') ?? []))) {
    for (const { type, actions = [] } of authorizationDetails.demands) {
      const known = provider.authorizationDetails?.get(type)
      const other = actions.find((each) => known?.actions && !known.actions.has(each))
      if (!known) {
        const meant = suggestOrList(type, [...(provider.authorizationDetails?.keys() ?? [])], 'its types are')
        yield `x-authorization-details names a type that provider "${provider.name}" does not have: "${type}"${meant}`
      } else if (other !== undefined)
        yield `x-authorization-details names the action "${other}", which the type "${type}" of provider "${provider.name}" does not have`
    }
  }
}

type Defined = { definition: SecurityDefinition; path: MemberPath; source: ParsedDocument; published: PublishedCatalog }

interface Fault {
  member: MemberPath
  fault: string
  /**
   * Set for a fault that is a warning unless the document is strict: a name that only the catalog of another environment
   * may know, or what only describes how clients get tokens.
   */
  tolerated?: 'as undefined' | 'as description'
}

const providerMember = 'x-ibm-oauth-provider'
const registryMember = 'x-ibm-authentication-registry'

interface Members extends ProviderMembers {
  [registryMember]?: string
  flow?: string
  scopes?: Record<string, unknown>
  'x-access-token-format'?: string
  'x-acr-values'?: readonly string[]
  'x-max-age'?: number
}

function* faultsOf(defined: Defined): Iterable<Fault> {
  const { definition, published } = defined
  const { catalog, documents, siblings } = published
  const { [providerMember]: providerName, [registryMember]: registry, ...members } = definition.settings as Members

  if (definition.type === 'basic' && registry === undefined)
    yield { member: [], fault: `names no user registry: ${registryMember} is missing`, tolerated: 'as undefined' }
  else if (definition.type === 'basic' && registry !== undefined && !catalog.registries.has(registry)) {
    if (documents.isBroken('provider', 'user registry', registry)) return
    yield notEnabled(defined, registryMember, 'user registry under api_user_registries', catalog.registries)
  }

  const users = catalog.registries.get(registry ?? '')
  if (definition.type === 'basic' && users?.signsInBrowser) {
    const words = `names the user registry "${users.name}" of type ${users.type}, which checks no passwords`
    yield { member: [registryMember], fault: words }
  }

  if (definition.type !== 'oauth2') return
  const demand = (['x-acr-values', 'x-max-age'] as const).find((each) => members[each] !== undefined)
  const native = findNativeProvider(catalog, providerName)?.provider
  if (demand && !native?.openidConnect.enabled) {
    const fault = `has ${demand}, but the tokens of its provider do not say how owners sign in: enable openid_connect there`
    yield { member: [demand], fault }
  }
  const format = 'x-access-token-format'
  const { 'x-ibm-oauth-catalog': holderName = catalog.name } = members
  const holder = siblings?.get(holderName)
  const isThirdParty = catalog.thirdParties?.has(providerName ?? '') === true
  if (members[format] && (isThirdParty || holderName !== catalog.name)) {
    const issuer = isThirdParty ? 'a third party' : 'of another catalog'
    const fault = `has ${format}, but its provider is ${issuer}, which decides on the format itself`
    yield { member: [format], fault }
  }
  const provider = native ?? catalog.thirdParties?.get(providerName ?? '')
  const part = documents.providers.get(provider?.name ?? '') ?? documents.thirdParties.get(provider?.name ?? '')
  if (provider) yield* providerFaults(members, provider, part?.source)
  else if (members['x-tokenIntrospect']) return
  else if (!holder) {
    const meant = suggestOrList(holderName, [...(siblings?.keys() ?? [])], 'its catalogs are')
    yield { member: ['x-ibm-oauth-catalog'], fault: `names no catalog of ${catalog.org}: "${holderName}"${meant}` }
  } else if (providerName === undefined)
    yield { member: [], fault: `names no OAuth provider: ${providerMember} is missing`, tolerated: 'as undefined' }
  else if (!documents.isBroken('provider', 'OAuth provider', providerName)) {
    const enabled = [...holder.providers, ...((holderName === catalog.name && catalog.thirdParties) || [])]
    const what = `${holderName === catalog.name ? '' : 'native '}OAuth provider under oauth_providers`
    yield notEnabled(defined, providerMember, what, new Map<string, unknown>(enabled), holder)
  }
}

const flowGrants = {
  password: 'password',
  application: 'application',
  accessCode: 'access_code',
  implicit: 'implicit',
} as const

function* providerFaults(
  { flow, scopes }: Members,
  { name, grants, scopes: known }: { name: string; grants: ReadonlySet<string>; scopes: ReadonlyMap<string, string> },
  source: ParsedDocument | undefined,
): Iterable<Fault> {
  const grant = flowGrants[flow as keyof typeof flowGrants]
  if (!grant) {
    const supported = Object.keys(flowGrants).join(', ')
    yield { member: ['flow'], fault: `has a flow that is not supported: "${flow}" - supported are ${supported}` }
  } else if (!grants.has(grant) && !source?.hasGap(['grants'])) {
    const given = [...grants].join(', ')
    const fault = `has the flow "${flow}", but provider "${name}" does not give the grant ${grant} - it gives ${given}`
    yield { member: ['flow'], fault, tolerated: 'as description' }
  }

  if (source?.hasGap(['scopes'])) return
  for (const scope of Object.keys(scopes ?? {})) {
    if (known.has(scope)) continue
    const meant = suggestOrList(scope, [...known.keys()], 'its scopes are')
    yield { member: ['scopes', scope], fault: `has a scope that provider "${name}" does not have: "${scope}"${meant}` }
  }
}

/** Reports a name that the catalog does not enable or that does not exist. */
function notEnabled(
  { definition, path, source, published }: Defined,
  member: keyof Members,
  what: string,
  enabled: ReadonlyMap<string, unknown>,
  { location } = published.catalog,
): Fault {
  const name = (definition.settings as Record<string, string>)[member]?.replace(/^.*\//, '') ?? ''
  const meant = didYouMean(name, [...enabled.keys()])
  const shown = source.renderValue([...path, member])
  return {
    member: [member],
    fault: `names "${shown}", but ${location.file} enables no such ${what}${meant}`,
    tolerated: 'as undefined',
  }
}

/** Returns the location of a member of a definition. OpenAPI 3 has flow and scopes one level further down. */
function placeOf(source: ParsedDocument, definition: MemberPath, member: MemberPath) {
  const flows = source.valueAt([...definition, 'flows'])
  const [flow] = typeof flows === 'object' && flows !== null ? Object.keys(flows) : []
  if (flow === undefined || String(member[0]).startsWith('x-')) return source.locate([...definition, ...member])
  return source.locate([...definition, 'flows', flow, ...(member[0] === 'flow' ? [] : member)])
}
