/** Requests that prepare a test, or that a test makes beside a page. */

/** The part of a response that the test clients have in common. */
interface ReceivedResponse {
  status: number
  text?: unknown
  body?: unknown
}

/** Returns the response of a request that a test depends on. Throws, with status and body, unless the status is 2xx. */
export async function requireSuccess<R extends ReceivedResponse>(request: Promise<R>): Promise<R> {
  const response = await request
  const { status, text, body } = response
  if (status >= 200 && status < 300) return response
  const content = typeof text === 'string' ? text : JSON.stringify(body)
  throw new Error(`a request that the test depends on was refused with ${status}: ${content}`)
}
