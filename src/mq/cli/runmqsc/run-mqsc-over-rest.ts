/** Runs `runmqsc -c` at `SLUICE_MQ_URL`, with `SLUICE_MQ_CA_FILE`, `SLUICE_MQ_USER` and `SLUICE_MQ_PASSWORD`. */
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { readPassword } from '../../../shared/cli/common/read-password.ts'
import { parseJson } from '../../../shared/lib/collections/json-object.ts'
import type { CommandOutcome } from '../../manager/index.ts'
import { MqCommandError } from '../../runtime/index.ts'
import type { Terminal } from '../common/mq-program.ts'
import { lastValue, parseOptions } from '../common/options.ts'
import { runMqscScript } from './run-mqsc-script.ts'
import { openScript, runmqscOptions } from './runmqsc.ts'

const usageStatus = 36
const failedStatus = 20
const defaultUrl = 'https://localhost:9443'

/** Resolves with the exit status: that of `runmqsc`, 20 when the web server cannot be used, 36 for wrong options. */
export async function runMqscOverRest(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal)
  } catch (error) {
    const isUsage = error instanceof MqCommandError
    if (!isUsage && !(error instanceof RestCallError)) throw error
    terminal.writeError(`runmqsc: ${error.message}\n`)
    return isUsage ? usageStatus : failedStatus
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = parseOptions(args, { options: runmqscOptions, positionals: { min: 1, max: 1 } })
  for (const other of ['-v', '-x'] as const)
    if (options.flags.has(other)) throw usage(`-c and ${other} exclude each other`)
  if (options.values.has('-w')) throw usage('-c and -w exclude each other')

  const { SLUICE_MQ_URL, SLUICE_MQ_USER, SLUICE_MQ_PASSWORD, SLUICE_MQ_CA_FILE } = terminal.environment
  const user = lastValue(options, '-u') ?? SLUICE_MQ_USER
  if (!user) throw usage('the user is missing: give it with -u, or in SLUICE_MQ_USER')
  const file = lastValue(options, '-f')
  if (!SLUICE_MQ_PASSWORD && file === undefined && !process.stdin.isTTY)
    throw usage('standard input is the script: set SLUICE_MQ_PASSWORD, or give the script with -f')
  const password = SLUICE_MQ_PASSWORD || (await readPassword(`Password of ${user}`))

  const [manager = ''] = options.positionals
  const input = await openScript(file, terminal)
  const run = buildMqscClient({
    url: parseUrl(SLUICE_MQ_URL || defaultUrl),
    manager,
    user,
    password,
    ca: SLUICE_MQ_CA_FILE ? await readCa(SLUICE_MQ_CA_FILE) : undefined,
  })
  await run('DISPLAY QMGR QMNAME') // reports a wrong URL, user or name before the script begins
  return runMqscScript({ manager, run, quiet: options.flags.has('-e'), input, write: (text) => terminal.write(text) })
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw usage(`SLUICE_MQ_URL must be an HTTPS URL such as ${defaultUrl}, found "${text}"`)
}

async function readCa(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: Error) => {
    throw usage(`SLUICE_MQ_CA_FILE cannot be read: ${cause.message}`)
  })
}

function usage(text: string): MqCommandError {
  return new MqCommandError(usageStatus, text)
}

interface MqscClientOptions {
  /** The URL of the web server, without a path. */
  url: URL
  manager: string
  user: string
  password: string
  /** The certificates of CAs in PEM form; those of Node.js when undefined. */
  ca: string | undefined
}

/** The web server cannot be reached, or rejected the request. */
class RestCallError extends Error {
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
function buildMqscClient(options: MqscClientOptions): (command: string) => Promise<CommandOutcome> {
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
      const sent = send(new URL(path, url), { method: 'POST', headers, timeout: timeoutMs, ca }, resolve)
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
  const parsed = parseJson(body) as RestBody | undefined
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
