/**
 * Reads the assembly in the document of a native provider. API Connect generates it from the settings: these steps are the
 * provider itself. Steps that were added run before a token is issued.
 */
import { isJsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { readAssembly } from '../../openapi/assembly.ts'
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
  return new Map(
    Object.entries(isJsonObject(value) ? value : {}).map(([name, each]) => [
      name,
      String(isJsonObject(each) ? (each.value ?? '') : each),
    ]),
  )
}

/** Returns the user registry of the first `user-security` in the assembly. */
export function findGeneratedRegistry({ source }: DocumentContext): string | undefined {
  return findRegistry(source.valueAt([...configurationPath, 'assembly']))
}

function findRegistry(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    for (const each of value) {
      const found = findRegistry(each)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  const security = value['user-security']
  const named = isJsonObject(security) ? security['user-registry'] : undefined
  return typeof named === 'string' && named !== '' ? named : findRegistry(Object.values(value))
}
