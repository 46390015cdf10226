/** Sends a request to an API from the page and measures its duration. */
import { RequestError } from '../../../../../shared/ui/api/client.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiRequest } from './api-request.ts'

export interface ApiExchange {
  request: ApiRequest
  /** When the request was sent, in ISO 8601. */
  at: string
  status: number
  statusText: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Uint8Array
  /** Whether the body is longer than the part in `body`. */
  truncated: boolean
  /** Milliseconds until the response headers arrived, and until the whole response was read. */
  headMs: number
  totalMs: number
  /** The `X-Request-Id` of the gateway. */
  requestId: string | undefined
}

/** The maximum number of bytes of a body that the page reads. */
const maxBodyBytes = 512 * 1024

/** Sends the request. Throws a `RequestError` with status 0 if there is no response. */
export async function sendApiRequest(request: ApiRequest, signal: AbortSignal): Promise<ApiExchange> {
  const started = performance.now()
  const at = new Date().toISOString()
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value]),
      body: request.body ?? null,
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    const headMs = performance.now() - started
    const { body, truncated } = await readBodyStart(response)
    return {
      request,
      at,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body,
      truncated,
      headMs,
      totalMs: performance.now() - started,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new RequestError(0, describeNetworkError(cause), { cause })
  }
}

/** Reads the start of a body and cancels the rest of a long one. */
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

/** Describes a failed `fetch`. Browsers hide the reason, except for a character that a header cannot contain. */
function describeNetworkError(cause: unknown): string {
  const { message } = cause as Error
  return /header|ByteString|ISO-8859/i.test(message)
    ? t('A header or a credential has a character that is not allowed in headers.')
    : t('There is no response. The gateway may be restarting, or the API redirected the browser to another server.')
}
