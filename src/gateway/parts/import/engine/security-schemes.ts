/** Converts one security scheme of OpenAPI to security definitions of the gateway: a row for each kind. */
import { type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath } from '../../../config/text/parsed-document.ts'
import type { ImportContext } from './import-context.ts'
import { initWords } from './import-types.ts'

export interface ConvertedScheme {
  /** The definitions by key. */
  readonly definitions: JsonObject
  /** The keys of the definitions, each of which stands for the scheme; none when the gateway has no such scheme. */
  readonly alternatives: readonly string[]
  /** Whether requirements name scopes of the scheme. */
  readonly hasScopes: boolean
  /** The part of a request that the scheme reads. An alternative has one definition for each. */
  readonly role: 'authorization' | 'client_id' | 'client_secret' | 'certificate'
}

interface SchemeArguments {
  key: string
  scheme: JsonObject
  path: MemberPath
  /** The keys of all schemes of the document. */
  keys: readonly string[]
  context: ImportContext
}

/** The converter of each kind of scheme: `type`, or `http` with its scheme. */
const converters: Readonly<Record<string, (given: SchemeArguments) => ConvertedScheme>> = {
  oauth2: convertOauth2,
  openIdConnect: (given) => convertToken(given, 'OpenID Connect'),
  'http bearer': (given) => convertToken(given, 'HTTP bearer'),
  'http basic': convertBasic,
  basic: convertBasic,
  apiKey: convertApiKey,
  mutualTLS: keepCertificate,
}

/** Returns what a scheme becomes, with notes about what it was. */
export function convertScheme(
  key: string,
  scheme: JsonObject,
  path: MemberPath,
  keys: readonly string[],
  context: ImportContext,
): ConvertedScheme {
  const kind = scheme.type === 'http' ? `http ${String(scheme.scheme).toLowerCase()}` : String(scheme.type)
  const convert = converters[kind]
  if (convert) return convert({ key, scheme, path, keys, context })
  return drop({ key, scheme, path, keys, context }, `has the type "${kind}"`)
}

/** The flows of OpenAPI by their names in both versions: the name in OpenAPI 3, in Swagger 2, and the grant of a provider. */
const flows = [
  { name: 'password', swagger: 'password', grant: 'password' },
  { name: 'clientCredentials', swagger: 'application', grant: 'application' },
  { name: 'authorizationCode', swagger: 'accessCode', grant: 'access_code' },
] as const
type Flow = (typeof flows)[number]

function convertOauth2(given: SchemeArguments): ConvertedScheme {
  const { scheme, path, context } = given
  const { isSwagger, options, note } = context
  const found = isSwagger ? [scheme] : Object.values(membersOf(scheme.flows)).map(membersOf)
  const scopes = Object.assign({}, ...found.map((flow) => membersOf(flow.scopes))) as JsonObject
  const names = isSwagger ? [scheme.flow] : Object.keys(membersOf(scheme.flows))
  const granted = flows.filter(
    ({ name, swagger, grant }) => names.includes(isSwagger ? swagger : name) && options.provider.grants.has(grant),
  )

  for (const name of names.filter((each) => !granted.some((flow) => [flow.name, flow.swagger].includes(each as never))))
    note('dropped', path, `has the flow "${name}", which the provider "${options.provider.name}" does not have`)
  note('changed', path, `is bound to the provider "${options.provider.name}"`)
  return defineTokens(given, granted.length > 0 ? granted : firstFlow(context), scopes)
}

/** Bearer tokens and OpenID Connect become tokens of the provider, because it issues the tokens that the gateway accepts. */
function convertToken(given: SchemeArguments, kind: string): ConvertedScheme {
  const { path, context } = given
  context.note('changed', path, `is ${kind}: it is bound to the provider "${context.options.provider.name}"`)
  return { ...defineTokens(given, firstFlow(context), {}), hasScopes: kind === 'OpenID Connect' }
}

function firstFlow({ options }: ImportContext): Flow[] {
  const flow = flows.find(({ grant }) => options.provider.grants.has(grant)) ?? flows[0]
  return [flow]
}

/** The gateway has one flow in each definition, so further flows get definitions of their own. */
function defineTokens(
  { key, scheme, context }: SchemeArguments,
  granted: readonly Flow[],
  scopes: JsonObject,
): ConvertedScheme {
  const { isSwagger, options } = context
  const { tokenUrl, authorizationUrl } = options.provider
  const description = typeof scheme.description === 'string' ? { description: scheme.description } : {}
  const definitions: JsonObject = {}
  for (const [index, flow] of granted.entries()) {
    const urls = { tokenUrl, ...(flow.name === 'authorizationCode' && { authorizationUrl }) }
    const common = { type: 'oauth2', ...description, 'x-ibm-oauth-provider': options.provider.name }
    definitions[index === 0 ? key : `${key}-${flow.name}`] = isSwagger
      ? { ...common, flow: flow.swagger, ...urls, scopes: { ...scopes } }
      : { ...common, flows: { [flow.name]: { ...urls, scopes: { ...scopes } } } }
  }
  return { definitions, alternatives: Object.keys(definitions), hasScopes: true, role: 'authorization' }
}

function convertBasic(given: SchemeArguments): ConvertedScheme {
  const { key, path, context } = given
  const { isSwagger, options, note } = context
  if (options.registry === undefined) {
    note(
      'changed',
      path,
      `is HTTP Basic: it is bound to the provider "${options.provider.name}"; sluice import --registry NAME keeps HTTP Basic`,
    )
    return { ...defineTokens(given, firstFlow(context), {}), hasScopes: false }
  }
  note('changed', path, `is bound to the user registry "${options.registry}"`)
  const type = isSwagger ? { type: 'basic' } : { type: 'http', scheme: 'basic' }
  const definition = { ...type, 'x-ibm-authentication-registry': options.registry }
  return { definitions: { [key]: definition }, alternatives: [key], hasScopes: false, role: 'authorization' }
}

/** An API key becomes the client id of an application, or its secret when there is another key beside it. */
function convertApiKey(given: SchemeArguments): ConvertedScheme {
  const { key, scheme, path, keys, context } = given
  const { in: location, name = '' } = scheme
  if (location !== 'header' && location !== 'query') return drop(given, `is in ${location}`)
  if (typeof name !== 'string' || name === '' || name.toLowerCase() === 'authorization')
    return drop(given, `has the name "${name}"`)

  const own = scheme['x-key-type']
  const isSecret =
    own === undefined
      ? /secret/i.test(name) && keys.some((other) => other !== key && !/secret/i.test(other))
      : own === 'client_secret'
  const role = isSecret ? 'client_secret' : 'client_id'
  context.note(
    'changed',
    path,
    `is the ${isSecret ? 'client secret' : 'client id'} of an application now (x-key-type: ${role})`,
  )
  const definition = { type: 'apiKey', in: location, name, 'x-key-type': role }
  return { definitions: { [key]: definition }, alternatives: [key], hasScopes: false, role }
}

function keepCertificate(given: SchemeArguments): ConvertedScheme {
  const { key, path, context } = given
  if (context.options.words === initWords) return drop(given, 'is mutualTLS: a starter is without TLS')
  const what = 'identifies the application by its client certificate: register certificates at the applications'
  context.note('changed', path, what)
  return { definitions: { [key]: { type: 'mutualTLS' } }, alternatives: [key], hasScopes: false, role: 'certificate' }
}

function drop({ path, context }: SchemeArguments, what: string): ConvertedScheme {
  context.note('dropped', path, `${what}, which the gateway cannot check, and was removed`)
  return { definitions: {}, alternatives: [], hasScopes: false, role: 'authorization' }
}
