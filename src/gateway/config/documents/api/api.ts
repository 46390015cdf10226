/** Reads an API: an OpenAPI document whose gateway settings are under `x-ibm-configuration`. */
import type { Static } from '../../../../shared/lib/json-schema/type.ts'
import { trimCharacters } from '../../../../shared/lib/text/trim-characters.ts'
import type { DocumentContext, DocumentKind } from '../../document-set/document-kind.ts'
import { type ApiDocument, addUniquePart } from '../../document-set/document-set.ts'
import { findAssignedVariables, readAssembly } from '../../openapi/assembly.ts'
import { readAssemblyRegistries } from '../../openapi/assembly-registries.ts'
import { readBasePath } from '../../openapi/base-path.ts'
import { readContract } from '../../openapi/contract/contract.ts'
import { buildApiEditorSchema } from '../../openapi/editor-schema.ts'
import { readOperations, warnIfOpen } from '../../openapi/operations.ts'
import { type openApi2Schema, selectOpenApiSchema } from '../../openapi/schemas/openapi-schema.ts'
import { readReferencedSchemas } from '../../openapi/schemas/referenced-schemas.ts'
import { readSecurityDefinitions } from '../../openapi/security-definitions.ts'
import { findNameReferences, findNeededVariables } from '../../openapi/variables.ts'
import { checkAgainstSchema } from '../../schema/check-against-schema.ts'
import type { ParsedDocument } from '../../text/parsed-document.ts'
import { readAccessTerms } from '../members/access-terms.ts'
import { readDeprecation } from '../members/deprecation.ts'
import { warnOfIneffectiveMembers } from '../members/ineffective-members.ts'
import { listApiFacts } from './facts.ts'
import { readProviderApi } from './provider-api.ts'
import { upgradeApi } from './upgrade-api.ts'
import { readWsdl } from './wsdl.ts'

const assemblyPath = ['x-ibm-configuration', 'assembly']

type Configuration = Static<typeof openApi2Schema>['x-ibm-configuration']

export const apiKind: DocumentKind = {
  id: 'api',
  kind: 'API',
  folder: 'api',
  recognisedBy: 'swagger: "2.0" or openapi: 3.x',
  is: (value) => 'swagger' in value || 'openapi' in value,
  schema: buildApiEditorSchema,
  identity: [
    ['info', 'x-ibm-name'],
    ['info', 'version'],
    ['info', 'title'],
  ],
  references: [
    { path: ['**', 'x-ibm-oauth-provider'], to: ['oauth-provider', 'third-party-oauth-provider'] },
    { path: ['**', 'x-ibm-oauth-catalog'], to: ['catalog'] },
    { path: ['**', 'x-ibm-authentication-registry'], to: ['user-registry'] },
    { path: ['**', 'user-security', 'user-registry'], to: ['user-registry'] },
    { path: ['**', 'invoke', 'tls-profile'], to: ['tls-client-profile'] },
  ],
  listParts: ({ apis }) => apis.map((each) => ({ kind: 'API', name: each.reference, facts: listApiFacts(each) })),

  read(reading) {
    const { source, problems, file } = reading
    const whole = source.value as Record<string, unknown>
    upgradeApi(reading)
    if (isForeign(source)) problems.error(source.locate(), foreignMessage(file.path))
    const value = checkAgainstSchema(selectOpenApiSchema(whole), whole, [], { source, problems }) as
      | Static<typeof openApi2Schema>
      | undefined
    if (!value) return undefined
    const part = readApi(value, reading)

    const added = { part, source }
    return ({ apis, apisByFile }, problems) => {
      const as = { kind: 'the API', path: ['info'], problems }
      if (addUniquePart(apis, part.reference, added, as)) apisByFile.set(file.path, added)
    }
  },
}

function readApi(value: Static<typeof openApi2Schema>, reading: DocumentContext): ApiDocument {
  const { source, problems } = reading
  const { info, 'x-ibm-configuration': configuration } = value
  const advice = (member: string) => `move it to x-ibm-configuration.${member}, or remove it`
  warnOfIneffectiveMembers([], { gateway: advice('gateway'), type: advice('type') }, reading)
  const basePath = readBasePath(source)
  if ('error' in basePath) {
    problems.error(source.locate(basePath.path), basePath.error)
    source.addGap(basePath.path)
  }

  const definitions = readSecurityDefinitions(reading)
  const name = findApiName(info)
  const operations = readOperations(definitions, reading)
  const isProvider = configuration.oauth2 !== undefined || configuration.type.startsWith('oauth')
  if (!isProvider) warnIfOpen(operations, reading)
  const assembly = isProvider ? noAssembly : readAssembly(reading)
  const identity = {
    name,
    title: info.title,
    reference: `${name}:${info.version}`,
    basePath: 'error' in basePath ? '' : basePath.text,
  }
  const inline = configuration.oauth2 === undefined ? undefined : readProviderApi(identity, reading)
  const ofProvider = inline?.registry ? [inline.registry] : []
  if (isProvider && !inline) warnOfProviderApi(reading)
  const usedAssembly = isProvider ? undefined : configuration.assembly
  const contract = readContract(assembly, operations, reading)
  const schemas = readReferencedSchemas(assembly, reading)
  const part: ApiDocument = {
    ...identity,
    version: info.version,
    enforced: configuration.enforced && !isProvider,
    properties: readProperties(configuration.properties),
    catalogProperties: new Map(
      Object.entries(configuration.catalogs).map(([key, { properties }]) => [key, readProperties(properties)]),
    ),
    definitions: definitions.byKey,
    definitionPaths: definitions.paths,
    operations,
    assembly,
    contract,
    schemas,
    ...readWsdl(configuration['wsdl-definition']?.wsdl, reading),
    toleratesUndefinedValues: !source.isStrict ? (true as const) : undefined,
    cors: configuration.cors.enabled,
    ...readCorsRules(configuration.cors),
    ...readBodySettings(configuration),
    ...readAccessTerms(configuration['concurrent-calls'], configuration.addresses),
    ...readActivityLog(configuration['activity-log']),
    deprecation: readDeprecation(info['x-deprecation'], reading),
    provider: inline?.provider,
    registries: [...definitions.registries, ...readAssemblyRegistries(name, assembly, reading), ...ofProvider],
    variables: findNeededVariables(usedAssembly, assemblyPath, findAssignedVariables(assembly, reading)),
    tlsProfiles: findNameReferences('tls-profile', usedAssembly, assemblyPath),
    location: source.locate(),
  }
  if (part.enforced && configuration.assembly.execute.length === 0) reportEmptyAssembly(reading)
  return part
}

function reportEmptyAssembly({ source, problems }: DocumentContext): void {
  if (source.isGap([...assemblyPath, 'execute']) || isForeign(source)) return
  const message = 'x-ibm-configuration.assembly.execute has no policy: add one, such as invoke'
  problems.undefinedValue(source, source.locate(assemblyPath), `${message} (or set enforced: false)`)
}

function readCorsRules({ enabled: _, ...rules }: Configuration['cors']): Pick<ApiDocument, 'corsRules'> {
  if (Object.keys(rules).length === 0) return {}
  const { 'expose-headers': exposedHeaders = [], 'max-age': maxAgeSeconds } = rules
  const own = { 'allow-origin': rules.origins ?? ['*'], 'allow-credentials': rules.credentials ?? false }
  const hasOwn = rules.origins !== undefined || rules.credentials !== undefined
  return {
    corsRules: {
      rules: (!hasOwn && rules.policy?.length ? rules.policy : [own]).map((each) => ({
        origins: each['allow-origin'].includes('*') ? undefined : each['allow-origin'].map((one) => one.toLowerCase()),
        credentials: each['allow-credentials'],
      })),
      exposedHeaders,
      maxAgeSeconds,
    },
  }
}

function readBodySettings(
  configuration: Configuration,
): Pick<ApiDocument, 'bodyLimits' | 'compression' | 'cacheResponse' | 'payloadLimit'> {
  const { compression, 'cache-response': cacheResponse, 'payload-limit': payloadLimit } = configuration
  return {
    payloadLimit,
    bodyLimits: configuration['body-limits'],
    cacheResponse: cacheResponse === 'protocol' ? cacheResponse : undefined,
    compression: compression?.enabled
      ? { minBytes: compression['min-bytes'], types: compression.types.map((each) => each.toLowerCase()) }
      : undefined,
  }
}

/** Returns the member `activityLog` unless it has the defaults, so that the gateway observes only the calls that need it. */
function readActivityLog(written: Configuration['activity-log']): Pick<ApiDocument, 'activityLog'> {
  const { enabled, 'success-content': success, 'error-content': error } = written
  if (!enabled) return { activityLog: { success: 'none', error: 'none' } }
  return success === 'activity' && error === 'activity' ? {} : { activityLog: { success, error } }
}

/** Returns whether an OpenAPI file was not written for this gateway: nothing says where its calls go. */
function isForeign(source: ParsedDocument): boolean {
  return source.valueAt(['x-ibm-configuration']) === undefined && !source.isGap(['x-ibm-configuration'])
}

function foreignMessage(file: string): string {
  return `there is no x-ibm-configuration, which says where calls go: "sluice import ${file}" adapts an OpenAPI file as it is`
}

/** Returns the properties without those whose value only the management server can decode. */
function readProperties(properties: Configuration['properties']): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).flatMap(([key, each]): [string, string][] => {
      const value = String(typeof each === 'object' ? each.value : each)
      return typeof each === 'object' && each.encoded && value.startsWith('!BASE64_') ? [] : [[key, value]]
    }),
  )
}

const noAssembly = { execute: [], catch: [], finally: [] }

function warnOfProviderApi({ source, problems }: DocumentContext): void {
  const path = ['x-ibm-configuration', 'type']
  const message = 'x-ibm-configuration.type is oauth: the API only describes a provider, and no call is routed to it'
  problems.warning(source.locate(path), `${message}; the document of the provider is in providers/`, 'less')
}

/** Returns the name of an API: `x-ibm-name`, or a name derived from its title. */
export function findApiName(info: { title: string; 'x-ibm-name'?: string | undefined }): string {
  return info['x-ibm-name'] ?? slug(info.title)
}

/** Derives a name from a title: `Customer Database` becomes `customer-database`. */
function slug(title: string): string {
  const words = title
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
  return trimCharacters(words, '-') || 'api'
}
