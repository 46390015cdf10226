/** Sluice itself: one worker with its primary on the core that is measured, with the documents of this folder. */
import type { JsonWebKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cores, startOn } from '../harness/process.ts'

export interface RunningSluice {
  url: string
  tokenEndpoint: string
  /** The primary and its worker. */
  pid: number
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

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts it and gets a token that opens the measured API. */
export async function startSluice(backendPort: number): Promise<RunningSluice> {
  const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const { output, pid, close } = await startOn(
    cores.subject,
    [process.execPath, join(root, 'bin/sluice.js'), 'start'],
    {
      env: {
        SLUICE_CONFIG: join(root, 'bench/documents'),
        SLUICE_DATA: data,
        SLUICE_PORT: '0',
        SLUICE_ADMIN_PORT: '0',
        SLUICE_WORKERS: '1',
        BENCH_BACKEND_PORT: String(backendPort),
      },
      readyText: 'gateway ready',
    },
  )
  const origin = /ready at (http:\/\/[^\s,]+)/.exec(output)?.[1] as string
  const provider = `${origin}/acme/bench/oauth`

  return {
    url: `${origin}/acme/bench/bench/answer`,
    tokenEndpoint: `${provider}/oauth2/token`,
    pid,
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
