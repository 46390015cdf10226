/** Reads and writes the OAuth definitions of an API, in OpenAPI 2 and 3. */
import { isJsonObject } from '../../../../../../shared/lib/collections/json-object.ts'
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import { readPath, type ValuePath } from '../schema/path-pattern.ts'

export interface SecurityDraft {
  /** The key of the definition in the document; empty for a new one. */
  was: string
  key: string
  /** The name of the catalog that holds the provider; empty for the catalog of the API. */
  catalog: string
  provider: string
  flow: string
  scopes: readonly string[]
  /** Whether calls may use the definition: the requirements of the API name it. */
  isRequired: boolean
}

/** The names of the flows in OpenAPI 2 and in OpenAPI 3. */
const flows: readonly (readonly [swagger: string, openapi: string])[] = [
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
  ['implicit', 'implicit'],
]

const holderMember = 'x-ibm-oauth-catalog'

const isSwagger = (value: unknown) => readPath(value, ['swagger']) !== undefined
const definitionsPath = (value: unknown) =>
  isSwagger(value) ? ['securityDefinitions'] : ['components', 'securitySchemes']

/** Returns the keys of the definitions with tokens of a provider. */
export function listDefinitions(value: unknown): readonly string[] {
  const found = readPath(value, definitionsPath(value))
  return Object.entries(isJsonObject(found) ? found : {}).flatMap(([key, each]) =>
    readPath(each, ['type']) === 'oauth2' ? [key] : [],
  )
}

/** Returns what the document has under a key; the values of a new definition when it has nothing. */
export function readDefinition(value: unknown, key: string): SecurityDraft {
  const definition = readPath(value, [...definitionsPath(value), key])
  const unset = { was: '', key: '', catalog: '', provider: '', flow: 'password', scopes: [], isRequired: true }
  if (!definition) return unset
  const [own] = Object.keys(readPath(definition, ['flows']) ?? {})
  const flow = isSwagger(value) ? readPath(definition, ['flow']) : flows.find(([, name]) => name === own)?.[0]
  const scopes = readPath(definition, scopesPath(value, String(flow)))
  return {
    was: key,
    key,
    catalog: String(readPath(definition, [holderMember]) ?? ''),
    provider: String(readPath(definition, ['x-ibm-oauth-provider']) ?? ''),
    flow: String(flow ?? 'password'),
    scopes: Object.keys(isJsonObject(scopes) ? scopes : {}),
    isRequired: findRequirements(value).some((each) => Object.hasOwn(each, key)),
  }
}

function scopesPath(value: unknown, flow: string): ValuePath {
  return isSwagger(value) ? ['scopes'] : ['flows', flowName(value, flow), 'scopes']
}

function flowName(value: unknown, flow: string): string {
  return isSwagger(value) ? flow : (flows.find(([name]) => name === flow)?.[1] ?? flow)
}

function findRequirements(value: unknown): readonly object[] {
  const security = readPath(value, ['security'])
  return Array.isArray(security) ? security.filter((each) => typeof each === 'object' && each !== null) : []
}

/** Returns the edits that write a definition. `described` has the scopes of the provider with their descriptions. */
export function editDefinition(
  value: unknown,
  before: SecurityDraft,
  after: SecurityDraft,
  described: Readonly<Record<string, string>>,
): readonly YamlEdit[] {
  const at = [...definitionsPath(value), after.key]
  if (before.was === '')
    return [
      { do: 'set', path: at, value: createDefinition(value, after, described) },
      ...editRequirement(value, before, after),
    ]
  const edits: YamlEdit[] = []
  if (after.key !== before.key)
    edits.push({ do: 'rename', path: [...definitionsPath(value), before.key], name: after.key })
  if (after.provider !== before.provider)
    edits.push({ do: 'set', path: [...at, 'x-ibm-oauth-provider'], value: after.provider })
  if (after.catalog !== before.catalog)
    edits.push(
      after.catalog === ''
        ? { do: 'remove', path: [...at, holderMember] }
        : { do: 'set', path: [...at, holderMember], value: after.catalog },
    )
  if (after.flow !== before.flow)
    edits.push(
      isSwagger(value)
        ? { do: 'set', path: [...at, 'flow'], value: after.flow }
        : { do: 'rename', path: [...at, 'flows', flowName(value, before.flow)], name: flowName(value, after.flow) },
    )
  const scopes = [...at, ...scopesPath(value, after.flow)]
  for (const each of before.scopes.filter((name) => !after.scopes.includes(name)))
    edits.push({ do: 'remove', path: [...scopes, each] })
  for (const each of after.scopes.filter((name) => !before.scopes.includes(name)))
    edits.push({ do: 'set', path: [...scopes, each], value: described[each] ?? '' })
  return [...edits, ...editRequirement(value, before, after)]
}

function createDefinition(
  value: unknown,
  { catalog, provider, flow, scopes }: SecurityDraft,
  described: Readonly<Record<string, string>>,
) {
  const tokenUrl = `http://$(catalog.url)/${provider}/oauth2/token`
  const granted = Object.fromEntries(scopes.map((each) => [each, described[each] ?? '']))
  const members = { type: 'oauth2', 'x-ibm-oauth-provider': provider }
  const common = catalog === '' ? members : { ...members, [holderMember]: catalog }
  return isSwagger(value)
    ? { ...common, flow, tokenUrl, scopes: granted }
    : { ...common, flows: { [flowName(value, flow)]: { tokenUrl, scopes: granted } } }
}

/** The definition becomes an alternative of its own; a requirement that names it gets its new key and scopes. */
function editRequirement(value: unknown, before: SecurityDraft, after: SecurityDraft): YamlEdit[] {
  const requirements = findRequirements(value)
  const index = requirements.findIndex((each) => before.was !== '' && Object.hasOwn(each, before.was))
  if (index < 0) {
    const added = { [after.key]: after.scopes }
    return after.isRequired ? [{ do: 'insert', path: ['security'], index: requirements.length, value: added }] : []
  }
  const path = ['security', index]
  if (!after.isRequired)
    return [
      Object.keys(requirements[index] ?? {}).length > 1
        ? { do: 'remove', path: [...path, before.was] }
        : { do: 'remove', path },
    ]
  const edits: YamlEdit[] = []
  if (after.key !== before.was) edits.push({ do: 'rename', path: [...path, before.was], name: after.key })
  const isSame = JSON.stringify(after.scopes) === JSON.stringify(before.scopes)
  return isSame ? edits : [...edits, { do: 'set', path: [...path, after.key], value: after.scopes }]
}
