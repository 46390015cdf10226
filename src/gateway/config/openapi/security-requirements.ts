/** Reads security requirements: a list of alternatives, each a set of definitions that must all hold. */
import type { DocumentContext } from '../document-set/document-kind.ts'
import { type MemberPath, renderMemberPath } from '../text/parsed-document.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { SecurityDefinition, SecurityRequirement } from '../types/index.ts'
import type { SecurityDefinitions } from './security-definitions.ts'

/**
 * Returns the requirements at a path. An empty list needs no authentication. An alternative that no request can meet is left out
 * beside others, as exports have such ones.
 */
export function readSecurityRequirements(
  path: MemberPath,
  definitions: SecurityDefinitions,
  reading: DocumentContext,
): SecurityRequirement[] {
  const { source, problems } = reading
  const written = (source.valueAt(path) ?? []) as Record<string, string[]>[]
  const read = written.map((entry, index) => {
    const requirement = readRequirement(entry, [...path, index], definitions, reading)
    return { requirement, faults: [...combinationFaults(requirement.all.map(({ definition }) => definition))] }
  })
  const leavesOut = !source.isStrict && read.some(({ faults }) => faults.length === 0)
  for (const [index, { faults }] of read.entries()) {
    for (const fault of faults) {
      if (leavesOut) problems.memberWarning(source, [...path, index], `${fault}: this alternative is left out`, 'less')
      else problems.memberError(source, [...path, index], fault)
    }
  }
  return read.filter(({ faults }) => !leavesOut || faults.length === 0).map(({ requirement }) => requirement)
}

function readRequirement(
  entry: Record<string, string[]>,
  path: MemberPath,
  definitions: SecurityDefinitions,
  { source, problems }: DocumentContext,
): SecurityRequirement {
  const all: { definition: SecurityDefinition; scopes: readonly string[] }[] = []
  for (const [key, scopes] of Object.entries(entry)) {
    const definition = definitions.byKey.get(key)
    if (definition) {
      if (!source.hasGap(definitions.paths.get(key) ?? [])) checkScopes(definition, scopes, [...path, key])
      all.push({ definition, scopes })
    } else if (!definitions.keys.includes(key)) {
      const fault = `names no security definition: "${key}"${suggestOrList(key, definitions.keys, 'defined are')}`
      problems.error(source.locateKey([...path, key]), `${renderMemberPath(path)} ${fault}`)
    }
  }

  return { all, location: source.locate(path) }

  function checkScopes({ type, settings }: SecurityDefinition, scopes: readonly string[], at: MemberPath): void {
    const known = Object.keys((settings as { scopes?: object }).scopes ?? {})
    for (const [index, scope] of scopes.entries()) {
      if (type !== 'oauth2' || known.includes(scope)) continue
      const meant = suggestOrList(scope, known, 'its scopes are')
      const message = `${renderMemberPath(at)}[${index}] is not a scope of the definition: "${source.renderValue([...at, index])}"${meant}`
      problems.error(source.locate([...at, index]), message)
    }
  }
}

/** Yields the reason for each combination of definitions that one alternative may not have. */
function* combinationFaults(definitions: readonly SecurityDefinition[]): Iterable<string> {
  const ofType = (type: string) => definitions.filter((each) => each.type === type)
  const keys = ofType('apiKey').map(keyType)
  const ids = keys.filter((each) => each === 'client_id').length
  const secrets = keys.filter((each) => each === 'client_secret').length

  if (ofType('oauth2').length > 1) yield 'has more than one OAuth definition: make them alternatives'
  if (ofType('basic').length > 1) yield 'has more than one basic definition: make them alternatives'
  if (ofType('oauth2').length > 0 && ofType('basic').length > 0) {
    yield 'asks for basic and OAuth at once: both want the Authorization header'
  }
  if (ids > 1) yield 'asks for more than one client id'
  if (secrets > 1) yield 'asks for more than one client secret'
  if (secrets > 0 && ids === 0) yield 'asks for a client secret without a client id'
}

/** Returns what an API key contains: by `x-key-type`, or by the usual name of its header or parameter. */
function keyType({ settings }: SecurityDefinition): string | undefined {
  const { name = '', 'x-key-type': type } = settings as { name?: string; 'x-key-type'?: string }
  if (type) return type
  return /^(x-ibm-client-id|client_id)$/i.test(name)
    ? 'client_id'
    : /^(x-ibm-client-secret|client_secret)$/i.test(name)
      ? 'client_secret'
      : undefined
}
