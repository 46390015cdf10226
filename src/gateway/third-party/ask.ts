/**
 * A question to somebody else's provider, with an answer that is short and comes in time.
 */
import type { IncomingHttpHeaders } from 'node:http'

import type { Dispatcher } from 'undici'

import type { OpenDispatcher } from '../upstream/upstreams.ts'

/** The provider could not be asked, or gave no answer that makes sense. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

export interface Question {
  method: 'GET' | 'POST'
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string
}

const longestAnswer = 1024 * 1024 // bytes

/** The JSON of an answer with status 200, and its header. Throws `ProviderUnavailable` for any other. */
export async function ask(
  connect: OpenDispatcher,
  question: Question,
  timeoutMs: number,
): Promise<{ value: unknown; headers: IncomingHttpHeaders }> {
  try {
    const answer = await connect().request({ ...question, signal: AbortSignal.timeout(timeoutMs) })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw new Error(`it answered with status ${answer.statusCode}`)
    }
    return { value: JSON.parse(await textOf(answer)), headers: answer.headers }
  } catch (cause) {
    throw new ProviderUnavailable(`the provider could not be asked: ${(cause as Error).message}`, { cause })
  }
}

async function textOf({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > longestAnswer) throw new Error(`its answer is longer than ${longestAnswer} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
