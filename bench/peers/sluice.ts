/** Starts Sluice with one worker on the measured core, with the documents of the benchmarks. */
import type { JsonWebKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cores, startOnCore } from '../harness/process.ts'
import type { ServerCertificate } from '../harness/server-certificate.ts'

export interface RunningSluice {
  /** The URL of the measured operation. */
  url: string
  /** The same over HTTPS; undefined without a certificate. */
  https: { url: string } | undefined
  /** The URL of the catalog. The base path of an API follows it. */
  catalog: string
  tokenEndpoint: string
  /** The process id of the primary; the workers are its children. */
  pid: number
  /** The duration of the start in seconds. */
  startSeconds: number
  /** The data folder. */
  data: string
  token: string
  jwk: JsonWebKey
  close(): Promise<void>
}

/** The form parameters of token requests. */
export const tokenForm = {
  grant_type: 'password',
  client_id: 'bench',
  client_secret: 'sandbox-secret',
  scope: 'bench',
  username: 'anyone',
  password: 'anything',
}

/** The token request as a load. */
export const tokenRequest = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  requests: [{ method: 'POST', body: new URLSearchParams(tokenForm).toString() }],
}

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SluiceOptions {
  /** The folder of the documents; without it, those of the benchmarks are used. */
  documents?: string
  workers?: number
  /** The value of `SLUICE_STORE`; the store in a file by default. */
  store?: string
  /** The core of a single worker; the one of measured processes by default. */
  core?: number
  /** The file for the log. */
  log?: string
  /** The folder of the checkout that is started; by default this one. */
  root?: string
  /** The certificate of an HTTPS listener beside the HTTP listener. */
  certificate?: ServerCertificate
  /** Further environment variables. */
  environment?: Record<string, string>
  /** Fills the data folder before the start. */
  prepare?(data: string): Promise<void>
}

/** Starts Sluice and requests a token for the measured API. */
export async function startSluice(backendPort: number, options: SluiceOptions = {}): Promise<RunningSluice> {
  const { documents = join(root, 'bench/documents'), workers = 1, core = cores.subject } = options
  const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await options.prepare?.(data)
  const began = performance.now()
  const { output, pid, close } = await startOnCore(
    workers === 1 ? core : `${cores.subject}-${cores.subject + workers - 1}`,
    [process.execPath, join(options.root ?? root, 'bin/sluice.js'), 'start'],
    {
      env: {
        SLUICE_CONFIG: documents,
        SLUICE_DATA: data,
        SLUICE_PORT: '0',
        SLUICE_ADMIN_PORT: '0',
        SLUICE_WORKERS: String(workers),
        SLUICE_DRAIN_DELAY_SECONDS: '0',
        BENCH_BACKEND_PORT: String(backendPort),
        ...(options.certificate && {
          SLUICE_TLS_PORT: '0',
          SLUICE_TLS_CERTIFICATE: options.certificate.certFile,
          SLUICE_TLS_KEY: options.certificate.keyFile,
        }),
        ...options.environment,
        ...(options.store && { SLUICE_STORE: options.store }),
      },
      readyText: 'gateway ready',
      readyStream: 'stderr',
      ...(options.log && { stderrFile: options.log }),
    },
  )
  const startSeconds = (performance.now() - began) / 1000
  // Older versions print a sentence instead of a line of the log.
  const [, origin] = /(?:"listeners":\["|gateway ready at )(http:[^",\s]+)/.exec(output) ?? []
  if (origin === undefined) throw new Error(`there is no URL of a listener in: ${output}`)
  const secure = /"(https:[^",\s]+)"/.exec(output)?.[1]
  const catalog = `${origin}/acme/bench`
  const provider = `${catalog}/oauth`

  return {
    url: `${catalog}/bench/answer`,
    https: secure === undefined ? undefined : { url: `${secure}/acme/bench/bench/answer` },
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
  // With HTTPS, the URL has a certificate that is not trusted here.
  const { keys } = (await (await fetch(new URL(new URL(jwks_uri).pathname, discovery))).json()) as {
    keys: JsonWebKey[]
  }
  return keys[0] as JsonWebKey
}
