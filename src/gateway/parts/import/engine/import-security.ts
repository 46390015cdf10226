/**
 * Step of an import: security. Each scheme of the document becomes definitions of the gateway, and each requirement
 * names these. An operation never becomes open because the gateway lacks a scheme: it then needs a token of the provider.
 */
import { isJsonObject, type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath } from '../../../config/text/parsed-document.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedOperation } from './import-paths.ts'
import { type ConvertedScheme, convertScheme } from './security-schemes.ts'

type Alternative = Record<string, string[]>

/** The names of scopes that the document of a provider may have. */
const scope = /^(?!__proto__$)[\x21\x23-\x5b\x5d-\x7e]+$/

/** Returns the descriptions of the scopes that requirements demand. `name` is that of the API and of a new scope. */
export function importSecurity(
  name: string,
  operations: readonly ImportedOperation[],
  context: ImportContext,
): ReadonlyMap<string, string> {
  const { document, isSwagger, note } = context
  const holderPath = isSwagger ? ['securityDefinitions'] : ['components', 'securitySchemes']
  const written = membersOf(isSwagger ? document.securityDefinitions : membersOf(document.components).securitySchemes)
  const hasSecurity =
    document.security !== undefined || operations.some(({ operation }) => operation.security !== undefined)

  const schemes = new Map<string, ConvertedScheme>()
  for (const [key, scheme] of Object.entries(written)) {
    schemes.set(key, convertScheme(key, membersOf(scheme), [...holderPath, key], Object.keys(written), context))
  }
  const fallback = { key: freeKey(context.options.provider.name, schemes), isUsed: false }
  const convert = (list: unknown, path: MemberPath) => convertRequirements(list, path, { schemes, fallback, context })

  if (document.security !== undefined) document.security = convert(document.security, ['security'])
  for (const { operation, path } of operations) {
    if (operation.security !== undefined) operation.security = convert(operation.security, [...path, 'security'])
  }
  const { scope } = context.options
  if (!hasSecurity) {
    fallback.isUsed = true
    document.security = [{ [fallback.key]: scope === undefined ? [] : [scope] }]
    note(
      'changed',
      ['security'],
      `was added: the document has none, so every call needs a token of the provider "${context.options.provider.name}"`,
    )
  }
  const scopes = collectScopes(document, operations, schemes, context)
  if (!hasSecurity && scope !== undefined) scopes.set(scope, 'Use the API')

  const definitions = Object.assign({}, ...[...schemes.values()].map(({ definitions }) => definitions)) as JsonObject
  if (fallback.isUsed) {
    const members: JsonObject = { type: 'oauth2', description: 'A client id and secret, and a token' }
    const added = convertScheme(fallback.key, members, holderPath, [], { ...context, note: () => {} })
    definitions[fallback.key] = added.definitions[fallback.key]
  }
  addScopes(definitions, scopes, isSwagger)
  const needsToken = Object.values(definitions).some((each) => membersOf(each).type === 'oauth2')
  if (scopes.size === 0 && needsToken && !context.options.provider.hasScopes) scopes.set(name, 'Use the API')
  if (isSwagger) document.securityDefinitions = definitions
  else document.components = { ...membersOf(document.components), securitySchemes: definitions }
  return scopes
}

interface ConvertDeps {
  schemes: ReadonlyMap<string, ConvertedScheme>
  fallback: { key: string; isUsed: boolean }
  context: ImportContext
}

/** Returns the alternatives of the gateway for a list of requirements. An open alternative stays open. */
function convertRequirements(list: unknown, path: MemberPath, deps: ConvertDeps): Alternative[] {
  const { fallback, context } = deps
  const alternatives = (Array.isArray(list) ? list : []).flatMap((each, index) =>
    isJsonObject(each) ? convertAlternative(each, [...path, index], deps) : [],
  )
  const wasOpen = Array.isArray(list) && list.length === 0
  if (alternatives.length > 0 || wasOpen)
    return [...new Map(alternatives.map((each) => [JSON.stringify(each), each])).values()]

  fallback.isUsed = true
  context.note(
    'changed',
    path,
    `now demands a token of the provider "${context.options.provider.name}", because the gateway has no scheme of the list`,
  )
  return [{ [fallback.key]: [] }]
}

function convertAlternative(written: JsonObject, path: MemberPath, { schemes, context }: ConvertDeps): Alternative[] {
  let alternatives: Alternative[] = [{}]
  let isDropped = false
  for (const [key, scopes] of Object.entries(written)) {
    const scheme = schemes.get(key)
    if (!scheme || scheme.alternatives.length === 0) {
      if (!scheme) context.note('dropped', [...path, key], 'names no security scheme, and was removed')
      isDropped = true
      continue
    }
    const names = scheme.hasScopes && Array.isArray(scopes) ? readScopes(scopes, [...path, key], context) : []
    alternatives = alternatives.flatMap((alternative) =>
      scheme.alternatives.map((each) => mergeInto(alternative, each, names, schemes)),
    )
  }
  return isDropped && Object.keys(alternatives[0] ?? {}).length === 0 ? [] : alternatives
}

/** Returns the scopes of a requirement. Published files write several in one text, as token requests do (RFC 6749 section 3.3). */
function readScopes(list: readonly unknown[], path: MemberPath, { note }: ImportContext): string[] {
  const written = list.flatMap((each) => String(each).split(/\s+/)).filter((each) => each !== '')
  const invalid = written.filter((each) => !scope.test(each))
  for (const each of invalid) note('dropped', path, `"${each}" was removed: it is no scope of a provider`)
  return written.filter((each) => !invalid.includes(each))
}

/**
 * Returns an alternative with one more definition. An alternative of the gateway has one token or one pair of user name and
 * password, one client id and one client secret: of several, the first one stays, with all scopes.
 */
function mergeInto(
  alternative: Alternative,
  key: string,
  scopes: readonly string[],
  schemes: ReadonlyMap<string, ConvertedScheme>,
): Alternative {
  const roleOf = (name: string) => [...schemes.values()].find(({ alternatives }) => alternatives.includes(name))?.role
  const [name, present] = Object.entries(alternative).find(([each]) => roleOf(each) === roleOf(key)) ?? [key, []]
  return { ...alternative, [name]: [...new Set([...present, ...scopes])] }
}

function collectScopes(
  document: JsonObject,
  operations: readonly ImportedOperation[],
  schemes: ReadonlyMap<string, ConvertedScheme>,
  { isSwagger }: ImportContext,
): Map<string, string> {
  const lists = [document.security, ...operations.map(({ operation }) => operation.security)]
  const demanded = new Set(
    lists.flatMap((list) => ((list as Alternative[] | undefined) ?? []).flatMap((each) => Object.values(each).flat())),
  )
  const definitions = [...schemes.values()].flatMap((scheme) => Object.values(scheme.definitions))
  const described = new Map(definitions.flatMap((each) => Object.entries(scopesIn(each, isSwagger))))
  return new Map([...demanded].map((name) => [name, String(described.get(name) || name)]))
}

/** Gives each token definition the scopes that the requirements demand, because a requirement may name only these. */
function addScopes(definitions: JsonObject, scopes: ReadonlyMap<string, string>, isSwagger: boolean): void {
  for (const definition of Object.values(definitions).filter(isJsonObject)) {
    if (definition.type !== 'oauth2') continue
    const own = new Map(Object.entries(scopesIn(definition, isSwagger)))
    const all = Object.fromEntries([...scopes].map(([name, text]) => [name, own.get(name) ?? text]))
    if (isSwagger) definition.scopes = all
    else for (const flow of Object.values(membersOf(definition.flows)).filter(isJsonObject)) flow.scopes = all
  }
}

function scopesIn(definition: unknown, isSwagger: boolean): JsonObject {
  const holder = isSwagger ? definition : Object.values(membersOf(membersOf(definition).flows))[0]
  return membersOf(membersOf(holder).scopes)
}

function freeKey(name: string, schemes: ReadonlyMap<string, ConvertedScheme>): string {
  const taken = new Set([...schemes].flatMap(([key, { alternatives }]) => [key, ...alternatives]))
  let key = name
  for (let number = 2; taken.has(key); number += 1) key = `${name}-${number}`
  return key
}
