/** Sends MQSC commands to the REST API of an MQ web server. */
import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

import type { CommandOutcome } from '../../../qm/index.ts'

export interface MqscClientOptions {
  /** The URL of the web server, without a path. */
  url: URL
  manager: string
  user: string
  password: string
  /** The certificates of CAs in PEM form; those of Node.js when undefined. */
  ca: string | undefined
}

/** The web server cannot be reached, or rejected the request. */
export class RestCallError extends Error {
  override name = 'RestCallError'
}

const timeoutMs = 60_000

interface RestBody {
  commandResponse?: { completionCode: 0 | 1 | 2; reasonCode: number; text?: string[]; message?: string[] }[]
  overallCompletionCode?: 0 | 1 | 2
  overallReasonCode?: number
  error?: { message?: string }[]
}

/** Returns a function that runs one MQSC command. It throws `RestCallError`. */
export function buildMqscClient(options: MqscClientOptions): (command: string) => Promise<CommandOutcome> {
  const { url, manager, user, password, ca } = options
  const path = `/ibmmq/rest/v2/admin/action/qmgr/${encodeURIComponent(manager)}/mqsc`
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    'content-type': 'application/json; charset=utf-8',
    'ibm-mq-rest-csrf-token': '',
  }

  async function post(body: string): Promise<{ status: number; text: string }> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send(
        new URL(path, url),
        { method: 'POST', headers, timeout: timeoutMs, ...(ca ? { ca } : {}) },
        resolve,
      )
      sent.on('timeout', () => sent.destroy(new Error(`no response within ${timeoutMs / 1000} s`)))
      sent.on('error', reject)
      sent.end(body)
    })
    return { status: response.statusCode ?? 0, text: await text(response) }
  }

  return async (command) => {
    const body = JSON.stringify({ type: 'runCommand', parameters: { command } })
    const response = await post(body).catch((cause: Error & { code?: string }) => {
      throw new RestCallError(`${url.origin} cannot be used: ${explain(cause)}`, { cause })
    })
    return toOutcome(response.status, response.text, url)
  }
}

function toOutcome(status: number, body: string, url: URL): CommandOutcome {
  const parsed = parse(body)
  const { commandResponse, overallCompletionCode = 0, overallReasonCode = 0, error } = parsed ?? {}
  if (status !== 200 || !commandResponse) {
    const message = error?.[0]?.message ?? (parsed ? body.slice(0, 200) : 'the response is not JSON')
    throw new RestCallError(`${url.origin} responded with ${status}: ${message}`)
  }
  return {
    completionCode: overallCompletionCode,
    reasonCode: overallReasonCode,
    responses: commandResponse.map(({ completionCode, reasonCode, text = [], message = [] }) => ({
      completionCode,
      reasonCode,
      messages: [...text, ...message],
    })),
  }
}

function parse(body: string): RestBody | undefined {
  try {
    return JSON.parse(body) as RestBody
  } catch {
    return undefined
  }
}

/** The codes of certificates that no trusted CA has signed. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function explain({ message, code = '' }: Error & { code?: string }): string {
  if (!untrusted.has(code)) return message || code
  return `${message}: set SLUICE_MQ_CA_FILE to the certificate of the CA, or of the server itself when it is self-signed`
}
