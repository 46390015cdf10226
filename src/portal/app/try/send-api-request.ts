/** Calls an API from the page, as any program of this origin would, and measures how long it takes. */
import { RequestError } from '../../../ui/api/client.ts'
import type { ApiRequest } from './api-request.ts'

export interface ApiExchange {
  request: ApiRequest
  status: number
  statusText: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Uint8Array
  /** The body goes on, and is not shown. */
  truncated: boolean
  /** Until the head of the answer was here, and all of it. */
  headMs: number
  totalMs: number
  /** By which the gateway knows the call. */
  requestId: string | undefined
}

/** What is shown of a body. */
const maxBodyBytes = 512 * 1024

/** Throws `Refused` when there is no answer. */
export async function sendApiRequest(request: ApiRequest, signal: AbortSignal): Promise<ApiExchange> {
  const started = performance.now()
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value]),
      body: request.body ?? null,
      ...{ credentials: 'omit', cache: 'no-store', signal },
    })
    const headMs = performance.now() - started
    const { body, truncated } = await readBodyStart(response)
    return {
      request,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      ...{ body, truncated, headMs },
      totalMs: performance.now() - started,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new RequestError(0, describeNetworkError(cause), { cause })
  }
}

/** The beginning of a body; the rest of a long one is not fetched. */
async function readBodyStart(response: Response): Promise<{ body: Uint8Array; truncated: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  while (reader && length <= maxBodyBytes) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    length += value.length
  }
  await reader?.cancel()
  return { body: concatBytes(parts, Math.min(length, maxBodyBytes)), truncated: length > maxBodyBytes }
}

function concatBytes(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part.subarray(0, length - at), at)
    at += Math.min(part.length, length - at)
  }
  return bytes
}

/** The browser says little about why: a value that no header may hold is the one case that it tells. */
function describeNetworkError(cause: unknown): string {
  const { message } = cause as Error
  return /header|ByteString|ISO-8859/i.test(message)
    ? 'A header or a credential holds a character that no header may hold.'
    : 'There is no answer. The gateway may be starting again, or the API sent the browser to another server.'
}
