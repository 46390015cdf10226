/** Sluice itself: one worker with its primary on the core that is measured, with the documents of this folder. */
import type { JsonWebKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cores, startOnCore } from '../harness/process.ts'

export interface RunningSluice {
  /** The measured operation. */
  url: string
  /** The catalog: where APIs are found by their base path. */
  catalog: string
  tokenEndpoint: string
  /** The primary; its workers are its children. */
  pid: number
  /** How long the start took. */
  startSeconds: number
  /** The folder of everything that it keeps. */
  data: string
  token: string
  jwk: JsonWebKey
  close(): Promise<void>
}

/** What a token request of the benchmarks sends. */
export const tokenForm = {
  grant_type: 'password',
  client_id: 'bench',
  client_secret: 'sandbox-secret',
  scope: 'bench',
  username: 'anyone',
  password: 'anything',
}

/** The same as a load of the benchmarks. */
export const tokenRequest = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  requests: [{ method: 'POST', body: new URLSearchParams(tokenForm).toString() }],
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SluiceOptions {
  /** The folder of the documents; those of the benchmarks when left out. */
  documents?: string
  workers?: number
  /** The file that takes its log. */
  log?: string
  /** Fills the folder of what it keeps, before the start. */
  prepare?(data: string): Promise<void>
}

/** Starts it and gets a token that opens the measured API. */
export async function startSluice(backendPort: number, options: SluiceOptions = {}): Promise<RunningSluice> {
  const { documents = join(root, 'bench/documents'), workers = 1 } = options
  const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await options.prepare?.(data)
  const began = performance.now()
  const { output, pid, close } = await startOnCore(
    workers === 1 ? cores.subject : `${cores.subject}-${cores.subject + workers - 1}`,
    [process.execPath, join(root, 'bin/sluice.js'), 'start'],
    {
      env: {
        SLUICE_CONFIG: documents,
        SLUICE_DATA: data,
        SLUICE_PORT: '0',
        SLUICE_ADMIN_PORT: '0',
        SLUICE_WORKERS: String(workers),
        BENCH_BACKEND_PORT: String(backendPort),
      },
      readyText: 'gateway ready',
      ...(options.log && { complaints: options.log }),
    },
  )
  const startSeconds = (performance.now() - began) / 1000
  const origin = /ready at (http:\/\/[^\s,]+)/.exec(output)?.[1] as string
  const catalog = `${origin}/acme/bench`
  const provider = `${catalog}/oauth`

  return {
    url: `${catalog}/bench/answer`,
    catalog,
    tokenEndpoint: `${provider}/oauth2/token`,
    pid,
    startSeconds,
    data,
    token: await getToken(`${provider}/oauth2/token`),
    jwk: await getKey(`${provider}/.well-known/openid-configuration`),
    close: () => close().then(() => rm(data, { recursive: true })),
  }
}

async function getToken(endpoint: string): Promise<string> {
  const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(tokenForm) })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function getKey(discovery: string): Promise<JsonWebKey> {
  const { jwks_uri } = (await (await fetch(discovery)).json()) as { jwks_uri: string }
  const { keys } = (await (await fetch(jwks_uri)).json()) as { keys: JsonWebKey[] }
  return keys[0] as JsonWebKey
}
