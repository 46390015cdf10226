/** Starts the MQ web server of Sluice with queues that are created and filled before the start. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunningSubject } from '../harness/compare.ts'
import { cores, startOnCore } from '../harness/process.ts'
import { startScript } from './script.ts'

export interface QueueSetup {
  /** The MQSC commands that create the queues, one per line. */
  script: string
  /** The number of messages in each queue at the start. */
  fill?: Readonly<Record<string, number>>
  /** The folder of the checkout that is started; by default this one. */
  root?: string
}

export interface RunningMq {
  /** The base URL of the REST API. */
  rest: string
  pid: number
  close(): Promise<void>
}

const filling = fileURLToPath(new URL('../servers/fill-queues.ts', import.meta.url))
const csrf = { 'ibm-mq-rest-csrf-token': '' }

/** The headers of messaging requests with a user name and a password. */
export const basicAuthHeaders = {
  ...csrf,
  authorization: `Basic ${Buffer.from('app:passw0rd').toString('base64')}`,
  'content-type': 'text/plain;charset=utf-8',
  'ibm-mq-md-persistence': 'persistent',
}

/** Returns the command that defines a queue with the maximum depth. */
export const buildQueueDefinition = (queue: string) => `DEFINE QLOCAL(${queue}) MAXDEPTH(999999999)`

export async function startSluiceMq({ script, fill = {}, root }: QueueSetup): Promise<RunningMq> {
  const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const environment = { SLUICE_DATA: data, SLUICE_MQWEB_PORT: '0', SLUICE_LOG: 'warn' }
  const file = join(data, 'queues.mqsc')
  await writeFile(file, script)
  const program = root === undefined ? filling : join(root, 'bench/servers/fill-queues.ts')
  await prepare(environment, program, [file, ...Object.entries(fill).map(([queue, count]) => `${queue}=${count}`)])
  const { port, pid, close } = await startScript(cores.subject, 'mqweb.ts', { environment, root })
  return {
    rest: `https://127.0.0.1:${port}/ibmmq/rest/v2`,
    pid,
    close: () => close().then(() => rm(data, { recursive: true })),
  }
}

/** Returns the URL of the messages of a queue. */
export function buildMessagesUrl({ rest }: RunningMq, queue: string): string {
  return `${rest}/messaging/qmgr/QM1/queue/${queue}/message`
}

/** Logs in and returns the headers of messaging requests with the LTPA cookie in place of a password. */
export async function logIn({ rest }: RunningMq): Promise<RunningSubject['headers']> {
  const answer = await fetchInsecurely(`${rest}/login`, {
    method: 'POST',
    headers: { ...csrf, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'app', password: 'passw0rd' }),
  })
  const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  const { authorization: _, ...others } = basicAuthHeaders
  return { ...others, cookie }
}

/** Sends a request to the server and accepts its self-signed certificate. */
export async function fetchInsecurely(url: string, init: RequestInit): Promise<Response> {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    return await fetch(url, init)
  } finally {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  }
}

async function prepare(environment: Record<string, string>, program: string, words: readonly string[]): Promise<void> {
  const filler = await startOnCore(cores.subject, [process.execPath, program, ...words], { env: environment })
  await filler.ended
}
