/** Builds the request of Try it from the values of the form. All functions are pure. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView, OperationView, ParameterView, RequirementView } from '../../rest/index.ts'

/** The values that the form contains. */
export interface RequestDraft {
  /** The values of the parameters, by `buildParameterKey`. */
  values: Readonly<Record<string, string>>
  /** The content type of the body; empty if there is none. */
  contentType: string
  body: string
}

/** The credentials of a request. */
export interface RequestCredentials {
  token: string
  clientId: string
  clientSecret: string
  /** The user name for HTTP Basic, RFC 7617. */
  name: string
  password: string
}

export interface ApiRequest {
  method: string
  /** The path and the query, from the root of the origin. */
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  body: string | undefined
  /** The names of the headers and query parameters that have a secret. */
  secrets: readonly string[]
}

export function buildParameterKey({ in: place, name }: Pick<ParameterView, 'in' | 'name'>): string {
  return `${place} ${name}`
}

/** Returns a draft with the example values of the required parameters and of the body. */
export function initialDraft({ parameters, body }: OperationView): RequestDraft {
  const [content] = body?.content ?? []
  return {
    values: Object.fromEntries(
      parameters.map((parameter) => [buildParameterKey(parameter), parameter.required ? parameter.example : '']),
    ),
    contentType: content?.type ?? '',
    body: content?.example ?? '',
  }
}

/** Returns why the request cannot be sent, or undefined if it can. */
export function findDraftError({ parameters }: OperationView, { values }: RequestDraft): string | undefined {
  for (const parameter of parameters.filter((each) => each.in === 'path')) {
    const value = values[buildParameterKey(parameter)] ?? ''
    if (value === '') return t('The path needs a value for {name}.', { name: parameter.name })
    if (value === '.' || value === '..')
      return t('"{value}" in a path means a folder: {name} cannot be it.', { value, name: parameter.name })
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
    headers: [...of('header'), ...proof.headers, ...(hasBody ? [['Content-Type', draft.contentType] as const] : [])],
    body: hasBody ? draft.body : undefined,
    secrets: proof.secrets,
  }
}

type Pair = readonly [name: string, value: string]

/** Returns the headers and query parameters of credentials. Empty ones are omitted, to see how calls are rejected. */
function buildCredentialParts(requirement: RequirementView | undefined, credentials: RequestCredentials) {
  const headers: Pair[] = []
  const query: Pair[] = []
  const secrets = ['authorization']
  const { token, clientId, clientSecret, name, password } = credentials
  for (const { type, key } of requirement?.all ?? []) {
    if (type === 'oauth2' && token) headers.push(['Authorization', `Bearer ${token}`])
    if (type === 'basic' && name) headers.push(['Authorization', `Basic ${encodeBasicCredentials(name, password)}`])
    if (type !== 'apiKey' || !key) continue
    const value = key.is === 'client id' ? clientId : clientSecret
    if (key.is !== 'client id') secrets.push(key.name)
    if (value) (key.in === 'header' ? headers : query).push([key.name, value])
  }
  return { headers, query, secrets }
}

/** Encodes the credentials of HTTP Basic, RFC 7617 section 2. */
function encodeBasicCredentials(name: string, password: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))
}

/** Describes the credentials that an operation needs, as text. */
export function describeRequirement({ all }: RequirementView): string {
  return all.map(describePart).join(t(', and '))
}

function describePart({ type, definition, scopes, provider, key }: RequirementView['all'][number]): string {
  switch (type) {
    case 'oauth2':
      return t(
        '{provider, select, none {a token} other {a token of {provider}}}{count, plural, =0 {} one { with the scope {scopes}} other { with the scopes {scopes}}}',
        { provider: provider ?? 'none', count: scopes.length, scopes: scopes.join(', ') },
      )
    case 'apiKey':
      return key
        ? t(
            'the {is, select, client_id {client id} other {client secret}} in the {place, select, header {header} other {query parameter}} {name}',
            { is: key.is === 'client id' ? 'client_id' : 'client_secret', place: key.in, name: key.name },
          )
        : t('the key of {definition}', { definition })
    case 'basic':
      return t('a user name and a password ({definition})', { definition })
    case 'mutualTLS':
      return t('the client certificate of the application ({definition})', { definition })
  }
}
