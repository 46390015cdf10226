/** Reads security definitions: converts each to the form of OpenAPI 2 and checks it against the schema of its type. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { DocumentContext } from '../document-set/document-kind.ts'
import {
  type AuthenticationUrl,
  locateAuthenticationUrl,
  readInlineRegistry,
} from '../documents/members/inline-registry.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import { renderFound } from '../schema/describe-violations.ts'
import { type MemberPath, renderMemberPath } from '../text/parsed-document.ts'
import type { RegistrySettings, SecurityDefinition } from '../types/index.ts'

type Members = Record<string, unknown>

export interface SecurityDefinitions {
  byKey: ReadonlyMap<string, SecurityDefinition>
  paths: ReadonlyMap<string, MemberPath>
  /** The user registries that definitions describe by their URL. */
  registries: readonly RegistrySettings[]
  /** The keys of all definitions, including invalid ones: a use of those is no second error. */
  keys: readonly string[]
}

/** Returns the valid definitions of a document. Reports the invalid ones as problems. */
export function readSecurityDefinitions(reading: DocumentContext): SecurityDefinitions {
  const { source } = reading
  const holder = source.valueAt(['openapi']) === undefined ? ['securityDefinitions'] : ['components', 'securitySchemes']
  const written = (source.valueAt(holder) ?? {}) as Members

  const byKey = new Map<string, SecurityDefinition>()
  const paths = new Map<string, MemberPath>()
  const registries: RegistrySettings[] = []
  for (const key of Object.keys(written)) {
    const path = [...holder, key]
    const definition = readDefinition(key, path, reading)
    if (!definition) continue
    registries.push(...takeInlineRegistry(definition, path, reading))
    byKey.set(key, definition)
    paths.set(key, path)
  }
  return { byKey, paths, registries, keys: Object.keys(written) }
}

/** Returns the registry that a basic definition describes by its URL, and makes the definition name it. */
function takeInlineRegistry(
  { key, type, settings }: SecurityDefinition,
  path: MemberPath,
  reading: DocumentContext,
): RegistrySettings[] {
  const members = settings as {
    'x-ibm-authentication-url'?: AuthenticationUrl
    'x-ibm-authentication-registry'?: string
  }
  const url = members['x-ibm-authentication-url']
  if (type !== 'basic' || !url || members['x-ibm-authentication-registry'] !== undefined) return []
  const { title, 'x-ibm-name': name = title } = reading.source.valueAt(['info']) as {
    title: string
    'x-ibm-name'?: string
  }
  const registry = readInlineRegistry(`${name}.${key}`, url, locateAuthenticationUrl(path, reading), reading)
  if (!registry) return []
  members['x-ibm-authentication-registry'] = registry.name
  return [registry]
}

function readDefinition(key: string, path: MemberPath, reading: DocumentContext): SecurityDefinition | undefined {
  const { source, tables, problems } = reading
  const value = source.valueAt(path)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.memberError(source, path, 'must be a map of members')
    return undefined
  }

  const { type: written, description: _, ...members } = value as Members
  const type = written === 'http' && members.scheme === 'basic' ? 'basic' : String(written)
  const row = tables.securities.find((each) => each.type === type)
  if (!row) {
    const types = tables.securities.map((each) => each.type)
    const at = [...path, 'type']
    const meant = typeof written === 'string' ? didYouMean(written, types) : ''
    const found = renderFound(written, at, source)
    problems.memberError(source, at, `must be one of ${types.join(', ')}${found}${meant}`)
    return undefined
  }

  if (written === 'http') delete members.scheme
  const flat = 'flows' in members ? flatFlow(members, path, reading) : members
  if (!flat) return undefined
  const settings = checkAgainstSchema(row.settings, withoutExtensions(flat, row.settings), path, { source, problems })
  return settings === undefined ? undefined : { key, type, settings, location: source.locateKey(path) }
}

/** The names of flows in OpenAPI 2 by their names in OpenAPI 3. */
export const openApi2FlowNames: Record<string, string> = {
  password: 'password',
  clientCredentials: 'application',
  authorizationCode: 'accessCode',
  implicit: 'implicit',
}

/**
 * Converts the map of flows of OpenAPI 3 to the single flow of OpenAPI 2, whose members are beside the others. Of several
 * flows, the first one counts, with the scopes of all: a token is accepted whatever its flow was.
 */
function flatFlow(members: Members, path: MemberPath, { source, problems }: DocumentContext): Members | undefined {
  const { flows, ...rest } = members
  const names = typeof flows === 'object' && flows !== null ? Object.keys(flows) : []
  const at = [...path, 'flows']
  const [name] = names
  if (name === undefined) {
    problems.error(source.locate(at), `${renderMemberPath(at)} must hold a flow, such as clientCredentials`)
    return undefined
  }

  const flow = Object.hasOwn(openApi2FlowNames, name) && openApi2FlowNames[name]
  if (!flow) {
    const known = Object.keys(openApi2FlowNames)
    const message = `${renderMemberPath(at)} must hold one of ${known.join(', ')} - found "${name}"${didYouMean(name, known)}`
    problems.error(source.locateKey([...at, name]), message)
    return undefined
  }
  const all = flows as Record<string, Members>
  const scopes = Object.assign({}, ...names.map((each) => all[each]?.scopes))
  return { ...rest, flow, ...all[name], scopes }
}

/** Returns the members without extensions of other tools, `x-...`, that the schema of the type does not have. */
function withoutExtensions(members: Members, schema: object): Members {
  const { properties: known = {}, additionalProperties } = schema as {
    properties?: object
    additionalProperties?: unknown
  }
  if (additionalProperties) return members
  return Object.fromEntries(
    Object.entries(members).filter(([key]) => !key.startsWith('x-') || Object.hasOwn(known, key)),
  )
}
