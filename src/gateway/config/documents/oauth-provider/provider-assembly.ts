/**
 * Reads the assembly in the document of a native provider. API Connect generates it from the settings: these steps are the
 * provider itself. Steps that were added run before a token is issued.
 */
import { isJsonObject, type JsonObject, membersOf } from '../../../../shared/lib/collections/json-object.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { readAssembly } from '../../openapi/assembly.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { Assembly, PolicyStep, ProviderAssembly } from '../../types/index.ts'

const configurationPath = ['native_provider', 'api', 'x-ibm-configuration']
/** The policies that are steps of the provider itself. */
const ofProvider = new Set(['oauth', 'user-security'])
/** The members that have lists of steps, cases or clauses. */
const lists = new Set(['execute', 'catch', 'finally', 'case', 'otherwise', 'default'])
/** The policies that only hold other steps. */
const holders = new Set(['switch', 'operation-switch', 'if', 'catch'])

/** Returns the added steps; undefined when there are none. */
export function readProviderAssembly(reading: DocumentContext): ProviderAssembly | undefined {
  const { source } = reading
  if (!hasOwnStep(source.valueAt([...configurationPath, 'assembly']))) return undefined
  const own = readAssembly({ ...reading, skipsStep: isGenerated }, [...configurationPath, 'assembly'])
  const assembly: Assembly = { execute: prune(own.execute), catch: prune(own.catch), finally: prune(own.finally) }
  return { ...assembly, properties: readProperties(source.valueAt([...configurationPath, 'properties'])) }
}

/** Returns whether a value has a step that the provider does not do itself. */
function hasOwnStep(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isOwnStep)
  return isJsonObject(value) && Object.entries(value).some(([name, each]) => lists.has(name) && hasOwnStep(each))
}

function isOwnStep(step: unknown): boolean {
  if (!isJsonObject(step)) return false
  const [name = '', ...others] = Object.keys(step)
  if (others.length > 0 || lists.has(name)) return hasOwnStep(step) // a clause or a case
  return holders.has(name) ? hasOwnStep(step[name]) : !isGenerated(name, step[name])
}

/** Leaves out what only holds steps of the provider. */
function prune(steps: readonly PolicyStep[]): PolicyStep[] {
  return steps.filter(({ policy, branches }) => !holders.has(policy) || branches.some((each) => prune(each).length > 0))
}

function isGenerated(policy: string, settings: unknown): boolean {
  const title = isJsonObject(settings) ? settings.title : undefined
  // The management server adds steps, such as those for OpenID Connect: their titles say so.
  const isAdded = typeof title === 'string' && /^(x-ibm-)?oauth-(oidc-)?auto-generated-/.test(title)
  return ofProvider.has(policy) || (isAdded && !holders.has(policy))
}

function readProperties(value: unknown): ReadonlyMap<string, string> {
  const write = (each: unknown) => String(isJsonObject(each) ? (each.value ?? '') : each)
  return new Map(Object.entries(membersOf(value)).map(([name, each]) => [name, write(each)]))
}

/** Returns the first user registry that a `user-security` in the assembly names. */
export function findGeneratedRegistry(reading: DocumentContext): string | undefined {
  const registries = listSettings('user-security', reading).map(({ settings }) => settings['user-registry'])
  return registries.find((each): each is string => typeof each === 'string' && each !== '')
}

/** The warnings of documents that ask for another way to sign in or to consent. */
export const signInElsewhere = 'has no effect: users sign in at the page of the provider'
export const consentElsewhere = 'has no effect: users consent at the page of the provider'
const signedElsewhere = 'has no effect: an id_token is signed with ES256, as the metadata of the provider says'

/** The settings of generated steps that the provider does in another way. */
const replaced = {
  'user-security': [
    ['extract-identity-method', /^(?:basic|redirect)$/, signInElsewhere],
    ['ei-custom-form', /./, signInElsewhere],
    ['az-custom-form', /./, consentElsewhere],
    ['user-az-method', /^(?:authenticated|disabled)$/, consentElsewhere],
  ],
  'jwt-generate': [['jws-alg', /^(?!ES256$)./, signedElsewhere]],
} as const

/** Warns of generated steps whose settings a client or a user of the authorization endpoint misses. */
export function warnOfReplacedSettings(reading: DocumentContext): void {
  for (const [policy, rows] of Object.entries(replaced))
    for (const { settings, path } of listSettings(policy, reading)) {
      const isElsewhere = /-(?:issued|password)$/.test(String(settings.title)) // at other endpoints
      if (isElsewhere || !isGenerated(policy, settings)) continue
      for (const [member, values, message] of rows)
        if (values.test(String(settings[member] ?? '')))
          reading.problems.memberWarning(reading.source, [...path, member], message, 'less')
    }
}

/** Returns the settings of each step with the policy, and where they are. */
function listSettings(policy: string, { source }: DocumentContext): { settings: JsonObject; path: MemberPath }[] {
  const walk = (value: unknown, path: MemberPath): ReturnType<typeof listSettings> =>
    Object.entries(value ?? {}).flatMap(([key, each]) => {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      if (key === policy && isJsonObject(each)) return { settings: each, path: at }
      return typeof each === 'object' ? walk(each, at) : []
    })
  return walk(source.valueAt([...configurationPath, 'assembly']), [...configurationPath, 'assembly'])
}
