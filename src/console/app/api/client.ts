/**
 * Calls to the REST resources of the console, which stand beside the page: `api/v1/`.
 *
 * The browser sends the cookie of the login by itself. Whatever changes something carries the CSRF header.
 */

const base = new URL('api/v1/', document.baseURI)
const vendor = base.pathname.startsWith('/vendormq/') ? 'vendor' : 'ibm'
const csrfHeader = `${vendor}-mq-rest-csrf-token`

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

export interface CallOptions {
  body?: unknown
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Listener = () => void

const signedOutListeners = new Set<Listener>()

/** Calls `listener` whenever the server no longer knows who we are. Answers what ends that. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** One call. Answers the JSON body, or undefined when there is none; throws `Refused`. */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options)
  if (response.ok) return (await bodyOf(response)) as T

  const message = await reasonOf(response)
  if (response.status === 401 && path !== 'login') for (const listener of signedOutListeners) listener()
  throw new Refused(response.status, message)
}

/** A path of names: each is encoded, so that a `/` in a name stays in the name. */
export function path(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw({ raw: parts }, ...names.map(encodeURIComponent))
}

/** The whole address of a resource, to stand in a link. */
export function resource(path: string): string {
  return new URL(path, base).href
}

async function send(method: Method, path: string, { body, query, signal }: CallOptions): Promise<Response> {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers: Record<string, string> = {}
  if (method !== 'GET') headers[csrfHeader] = ''
  if (body !== undefined) headers['Content-Type'] = 'application/json'

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

async function reasonOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: { message?: string }[] }
    return error?.[0]?.message ?? `The server answered ${response.status}.`
  } catch {
    return `The server answered ${response.status}.`
  }
}
