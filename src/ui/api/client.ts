/** Calls to the REST resources that stand beside a page. The browser sends the cookie of the session by itself. */

/** The server said no, or could not be reached. The message is for the user. */
export class Refused extends Error {
  override name = 'Refused'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallOptions {
  body?: unknown
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal | undefined
}

export interface Dialect {
  /** The address that paths are relative to. */
  base: URL
  /** The resource that says who one is: its 401 is an answer and no news. */
  session: string
  /** The header without which nothing may be changed. */
  csrf(): Readonly<Record<string, string>>
  /** The sentence in the body of a refusal. */
  reason(body: unknown): string | undefined
}

export interface Client {
  /** One call. Answers the JSON body, or undefined when there is none; throws `Refused`. */
  call<T>(method: Method, path: string, options?: CallOptions): Promise<T>
  /** The whole address of a resource, to stand in a link. */
  resource(path: string): string
  /** Calls `listener` whenever the server no longer knows who we are. Answers what ends that. */
  onSignedOut(listener: () => void): () => void
}

export function clientFor(dialect: Dialect): Client {
  const listeners = new Set<() => void>()

  return {
    async call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
      const response = await send(dialect, method, path, options)
      if (response.ok) return (await bodyOf(response)) as T

      const message = await reasonOf(dialect, response)
      if (response.status === 401 && path !== dialect.session) for (const listener of listeners) listener()
      throw new Refused(response.status, message)
    },

    resource: (path) => new URL(path, dialect.base).href,

    onSignedOut(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A path of names: each is encoded, so that a `/` in a name stays in the name. */
export function path(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw({ raw: parts }, ...names.map(encodeURIComponent))
}

async function send(
  { base, csrf }: Dialect,
  method: Method,
  path: string,
  { body, query, signal }: CallOptions,
): Promise<Response> {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = {
    ...(method === 'GET' ? {} : csrf()),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
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
    throw new Refused(0, 'The server does not answer. It may be starting again, or the network is down.', {
      cause,
    })
  }
}

/** Some answers have no body: what was done needs no more words. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function reasonOf({ reason }: Dialect, response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  return reason(body) ?? `The server answered ${response.status}.`
}
