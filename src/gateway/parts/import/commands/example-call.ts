/** The call that `sluice init` prints: one operation of the new API, with values from the examples of its document. */
import type {
  Api,
  ApiDescription,
  Operation,
  OperationDescription,
  SecurityRequirement,
} from '../../../config/index.ts'

export type ExampleCall = ReturnType<typeof buildCall>

/** The methods in the order in which a user would try them: those without effects first. */
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Headers that `curl` sets itself. */
const ownHeaders = /^(host|connection|content-length|transfer-encoding|authorization)$/i
/** The maximum length of an example body in characters. A longer body is left out of the printed call. */
const maxBodyLength = 2_000

/** Returns the call of the operation that is the easiest one to try; undefined for an API without operations. */
export function findExampleCall({ operations }: Api, description: ApiDescription): ExampleCall | undefined {
  const [easiest] = operations
    .map((operation) => {
      const described = description.operations[`${operation.method} ${operation.path}`]
      return { operation, described, effort: rankEffort(operation, described) }
    })
    .sort((a, b) => compare(a.effort, b.effort))
  return easiest && buildCall(easiest.operation, easiest.described)
}

/** Returns whether an operation can be called without credentials. */
export function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some(({ all }) => all.length === 0)
}

/** Returns what makes a call laborious, the most important reason first. */
function rankEffort(operation: Operation, described: OperationDescription | undefined): number[] {
  const needed = described?.parameters.filter(({ required }) => required) ?? []
  const requirement = selectRequirement(operation)
  const rank = methods.indexOf(operation.method)
  return [
    rank < 0 ? methods.length : rank,
    requirement === undefined ? 2 : isTokenAlone(requirement) ? 0 : 1,
    Number(described?.deprecated ?? false),
    Number(operation.path.includes('{')),
    needed.length,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((each, position) => each !== b[position])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

/** Selects the alternative with a token alone, or else the first one with credentials. */
function selectRequirement({ security }: Operation): SecurityRequirement | undefined {
  return security.find(isTokenAlone) ?? security.find(({ all }) => all.length > 0)
}

function isTokenAlone({ all }: SecurityRequirement): boolean {
  return all.length > 0 && all.every(({ definition }) => definition.type === 'oauth2')
}

function buildCall(operation: Operation, described: OperationDescription | undefined) {
  const requirement = selectRequirement(operation)
  const keys = new Set(requirement?.all.map(({ definition }) => readKey(definition.settings)?.name))
  const given = (described?.parameters ?? []).filter(({ name, required }) => required && !keys.has(name))
  const [query, headers] = [new URLSearchParams(), [] as [string, string][]]
  for (const { name, in: location, example } of given) {
    if (location === 'query') query.append(name, example)
    if (location === 'header' && !ownHeaders.test(name)) headers.push([name, toHeaderValue(example)])
    if (location === 'cookie') headers.push(['Cookie', toHeaderValue(`${name}=${example}`)])
  }
  const values = new Map(given.map((each) => [`${each.in} ${each.name}`, each.example]))
  const path = operation.path.replaceAll(/\{[+*]?([^{}]+)\}|[^\x21-\x7e]+/g, (text, name?: string) =>
    name === undefined ? encodeURIComponent(text) : toSegment(values.get(`path ${name}`)),
  )
  const content = selectContent(described)
  if (content) headers.push(['Content-Type', content.type])
  return {
    method: operation.method,
    /** The path template of the operation. */
    template: operation.path,
    /** The path below that of the API and the query, escaped for a URL. */
    target: query.size > 0 ? `${path}?${query}` : path,
    headers,
    body: content?.example,
    /** The credentials of the call; undefined when the operation needs none. */
    requirement,
    /** Whether the operation serves callers without credentials as well. */
    isOpen: isOpen(operation),
    /** Whether the target has values that are examples, and that the API may not know. */
    hasExampleValues: query.size > 0 || operation.path.includes('{'),
  }
}

/** Returns a value in a path. One with a slash would be another path, and the gateway rejects encoded slashes. */
function toSegment(example = ''): string {
  return /^\.{0,2}$|[/\\\p{Cc}]/u.test(example) ? '1' : encodeURIComponent(example)
}

/** Returns a value in the characters that a header can have (RFC 9110 section 5.5). */
function toHeaderValue(example: string): string {
  return example.replaceAll(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
}

/** Returns the body in the simplest type. A multipart body needs a boundary, which the document does not have. */
function selectContent(described: OperationDescription | undefined) {
  const usable = (described?.body?.content ?? []).filter(
    ({ type, example }) => example !== undefined && example.length <= maxBodyLength && !/\*|^multipart\//i.test(type),
  )
  return usable.find(({ type }) => /\bjson$/i.test(type)) ?? usable[0]
}

/** The settings of a definition of the type `apiKey`. */
export type KeySettings = { in: 'header' | 'query'; name: string; 'x-key-type'?: 'client_id' | 'client_secret' }

/** Returns where the client id or secret of a definition is; undefined for a definition of another type. */
export function readKey(settings: unknown): KeySettings | undefined {
  const key = settings as Partial<KeySettings>
  return typeof key.name === 'string' && (key.in === 'header' || key.in === 'query') ? (key as KeySettings) : undefined
}
