/** A client for the JSON REST API of the page's server. The browser adds the session cookie. */
import { t } from '../text/t.ts'

/** The server responded with an error status, or did not respond. The message is text for the user. */
export class RequestError extends Error {
  override name = 'Refused'
  /** The HTTP status; 0 when there was no response. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  body?: unknown
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal | undefined
  /** Headers of the request, beside those that the client sets. */
  headers?: Readonly<Record<string, string>>
}

/** A response with its entity tag: RFC 9110 section 8.8.3. */
export interface TaggedResponse<T> {
  body: T
  /** The entity tag with its quotes; empty when the response has none. */
  etag: string
}

export interface ApiClientOptions {
  /** The URL that paths are resolved against. */
  base: URL
  /** The path of the resource that returns the signed-in user. A 401 from it does not count as the end of a session. */
  sessionPath: string
  /** Returns the CSRF header that every request but GET must carry. */
  csrfHeaders(): Readonly<Record<string, string>>
  /** Returns the error text in the body of a response, or undefined when it has none. */
  readErrorMessage(body: unknown): string | undefined
}

export interface ApiClient {
  /** Sends a request. Returns the JSON body, or undefined when the response has no body. Throws a `RequestError`. */
  request<T>(method: HttpMethod, path: string, options?: RequestOptions): Promise<T>
  /** Sends a request like `request`. Returns the body with the entity tag of the response. */
  requestTagged<T>(method: HttpMethod, path: string, options?: RequestOptions): Promise<TaggedResponse<T>>
  /** Returns the absolute URL of a resource, for use in a link. */
  resourceUrl(path: string): string
  /** Calls `listener` whenever a request is rejected with 401. Returns a function that removes the listener. */
  onSignedOut(listener: () => void): () => void
}

export function createApiClient(dialect: ApiClientOptions): ApiClient {
  const listeners = new Set<() => void>()

  async function requestTagged<T>(
    method: HttpMethod,
    path: string,
    options: RequestOptions = {},
  ): Promise<TaggedResponse<T>> {
    const response = await send(dialect, method, path, options)
    if (response.ok) return { body: (await readJsonBody(response)) as T, etag: response.headers.get('etag') ?? '' }

    const message = await readFailure(dialect, response)
    if (response.status === 401 && path !== dialect.sessionPath) for (const listener of listeners) listener()
    throw new RequestError(response.status, message)
  }

  return {
    requestTagged,

    async request<T>(method: HttpMethod, path: string, options?: RequestOptions): Promise<T> {
      return (await requestTagged<T>(method, path, options)).body
    },

    resourceUrl: (path) => new URL(path, dialect.base).href,

    onSignedOut(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Percent-encodes a name for one segment of a path. The names `.` and `..` get a `~` in front, which the server removes:
 * browsers resolve such segments, also percent-encoded ones.
 */
export function encodeSegment(name: string): string {
  return encodeURIComponent(name).replace(/^~*\.\.?$/, '~$&')
}

async function send(
  { base, csrfHeaders: csrf }: ApiClientOptions,
  method: HttpMethod,
  path: string,
  { body, query, signal, headers: more }: RequestOptions,
): Promise<Response> {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = {
    ...(method === 'GET' ? {} : csrf()),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...more,
  }

  try {
    return await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new RequestError(0, t('The server does not respond. It may be restarting, or the network is down.'), {
      cause,
    })
  }
}

/** Returns undefined for an empty body, which a successful change may have. */
async function readJsonBody(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function readFailure({ readErrorMessage: reason }: ApiClientOptions, response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  return reason(body) ?? t('The server responded with status {status}.', { status: response.status })
}
