/** Sends a request to an OAuth provider elsewhere, for its keys or its judgement about a token. Size and duration of the response are limited. */
import { fetchWholeResponse, type OutgoingRequest, type WholeResponse } from '../../../shared/http/client/index.ts'
import { parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
import type { GetConnections } from './upstream-connections.ts'

/** Reports that the provider could not be reached, or that its response makes no sense. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}

/** Returns the response. Throws a `ProviderUnavailableError` unless it is 200 with JSON, small and in time. */
export async function fetchProviderJson(
  connect: GetConnections,
  request: OutgoingRequest,
  timeoutMs: number,
): Promise<WholeResponse & { value: unknown }> {
  try {
    const response = await fetchWholeResponse(connect(), request, { timeoutMs, maxBodyBytes: 1024 * 1024 })
    if (response.status !== 200) throw new Error(`it responded with status ${response.status}`)
    return { ...response, value: parseForeignJson(response.body) }
  } catch (cause) {
    throw new ProviderUnavailableError(`the provider is not available: ${(cause as Error).message}`, { cause })
  }
}
