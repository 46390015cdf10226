/** Calls an API from the page, as any program of this origin would, and measures how long it takes. */
import { RequestError } from '../../../ui/api/client.ts'
import type { CallRequest } from './request.ts'

export interface Exchange {
  request: CallRequest
  status: number
  statusText: string
  headers: readonly (readonly [name: string, value: string])[]
  bytes: Uint8Array
  /** The body goes on, and is not shown. */
  more: boolean
  /** Until the head of the answer was here, and all of it. */
  firstMs: number
  totalMs: number
  /** By which the gateway knows the call. */
  requestId: string | undefined
}

/** What is shown of a body. */
const mostBytes = 512 * 1024

/** Throws `Refused` when there is no answer. */
export async function send(request: CallRequest, signal: AbortSignal): Promise<Exchange> {
  const started = performance.now()
  try {
    const response = await fetch(request.address, {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value]),
      body: request.body ?? null,
      ...{ credentials: 'omit', cache: 'no-store', signal },
    })
    const firstMs = performance.now() - started
    const { bytes, more } = await someOf(response)
    return {
      request,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      ...{ bytes, more, firstMs },
      totalMs: performance.now() - started,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new RequestError(0, noAnswer(cause), { cause })
  }
}

/** The beginning of a body; the rest of a long one is not fetched. */
async function someOf(response: Response): Promise<{ bytes: Uint8Array; more: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  while (reader && length <= mostBytes) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    length += value.length
  }
  await reader?.cancel()
  return { bytes: joined(parts, Math.min(length, mostBytes)), more: length > mostBytes }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part.subarray(0, length - at), at)
    at += Math.min(part.length, length - at)
  }
  return bytes
}

/** The browser says little about why: a value that no header may hold is the one case that it tells. */
function noAnswer(cause: unknown): string {
  const { message } = cause as Error
  return /header|ByteString|ISO-8859/i.test(message)
    ? 'A header or a credential holds a character that no header may hold.'
    : 'There is no answer. The gateway may be starting again, or the API sent the browser to another server.'
}
