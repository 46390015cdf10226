/** The call that a filled-in form means. Pure. */
import type { ApiView, OperationView, ParameterView, RequirementView } from '../../rest/index.ts'

/** What the form holds. */
export interface RequestDraft {
  /** By `keyOf` the parameter. */
  values: Readonly<Record<string, string>>
  /** Of the body; empty when there is none. */
  contentType: string
  body: string
}

/** What the call proves itself with. */
export interface RequestCredentials {
  token: string
  clientId: string
  clientSecret: string
  /** HTTP Basic. */
  name: string
  password: string
}

export interface ApiRequest {
  method: string
  /** From the root of the origin. */
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string | undefined
}

export function buildParameterKey({ in: place, name }: Pick<ParameterView, 'in' | 'name'>): string {
  return `${place} ${name}`
}

/** A draft with the examples of what the operation asks for. */
export function initialDraft({ parameters, body }: OperationView): RequestDraft {
  const [content] = body?.content ?? []
  return {
    values: Object.fromEntries(
      parameters.map((parameter) => [
        buildParameterKey(parameter),
        parameter.required ? parameter.example : '',
      ]),
    ),
    contentType: content?.type ?? '',
    body: content?.example ?? '',
  }
}

/** What keeps the call from being sent. */
export function findDraftError({ parameters }: OperationView, { values }: RequestDraft): string | undefined {
  for (const parameter of parameters.filter((each) => each.in === 'path')) {
    const value = values[buildParameterKey(parameter)] ?? ''
    if (value === '') return `The path needs a value for ${parameter.name}.`
    if (value === '.' || value === '..')
      return `"${value}" in a path means a folder: ${parameter.name} cannot be it.`
  }
  return undefined
}

export function buildApiRequest(
  api: Pick<ApiView, 'basePath'>,
  operation: OperationView,
  draft: RequestDraft,
  requirement: RequirementView | undefined,
  credentials: RequestCredentials,
): ApiRequest {
  const given = operation.parameters
    .map((parameter) => ({ ...parameter, value: draft.values[buildParameterKey(parameter)] ?? '' }))
    .filter(({ value }) => value !== '')
  const of = (place: ParameterView['in']) =>
    given.filter((each) => each.in === place).map(({ name, value }) => [name, value] as const)
  const proof = buildCredentialParts(requirement, credentials)

  const path = of('path').reduce(
    (before, [name, value]) => before.replaceAll(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  )
  const query = new URLSearchParams([...of('query'), ...proof.query].map(([name, value]) => [name, value]))
  const hasBody = draft.contentType !== '' && operation.method !== 'GET' && operation.method !== 'HEAD'
  return {
    method: operation.method,
    path: `${api.basePath}${path}${query.size > 0 ? `?${query}` : ''}`,
    headers: [
      ...of('header'),
      ...proof.headers,
      ...(hasBody ? [['Content-Type', draft.contentType] as const] : []),
    ],
    body: hasBody ? draft.body : undefined,
  }
}

type Pair = readonly [name: string, value: string]

/** What each definition of a requirement sends; what was left empty is left out, so that a refusal can be seen. */
function buildCredentialParts(requirement: RequirementView | undefined, credentials: RequestCredentials) {
  const headers: Pair[] = []
  const query: Pair[] = []
  const { token, clientId, clientSecret, name, password } = credentials
  for (const { type, key } of requirement?.all ?? []) {
    if (type === 'oauth2' && token) headers.push(['Authorization', `Bearer ${token}`])
    if (type === 'basic' && name)
      headers.push(['Authorization', `Basic ${encodeBasicCredentials(name, password)}`])
    if (type !== 'apiKey' || !key) continue
    const value = key.is === 'client id' ? clientId : clientSecret
    if (value) (key.in === 'header' ? headers : query).push([key.name, value])
  }
  return { headers, query }
}

/** RFC 7617 section 2. */
function encodeBasicCredentials(name: string, password: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))
}
