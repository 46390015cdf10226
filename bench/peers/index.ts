/** The peers, each started on the core that is measured. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Peer, Running } from '../harness/compare.ts'
import { cores, isInstalled, startOn } from '../harness/process.ts'

/** What every peer is told: where the backend is, a valid token, and the key that verifies it. */
export interface Setting {
  backendPort: number
  token: string
  jwk: JsonWebKey
}

/** Starts a script of this folder that prints its port. */
export async function startScript(
  core: number,
  script: string,
  { args = [], environment = {} }: { args?: readonly string[]; environment?: Record<string, string> } = {},
) {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', file, ...args] as const
  const started = await startOn(core, command, { readyText: 'ready at', env: environment })
  return { ...started, port: Number(/ready at (\d+)/.exec(started.output)?.[1]) }
}

export function bare({ backendPort, token }: Setting, target: number): Peer {
  return {
    name: 'bare node:http + undici',
    target,
    async start() {
      const { port, close } = await startScript(cores.subject, 'bare.ts', {
        args: [`http://127.0.0.1:${backendPort}`],
      })
      return { url: `http://127.0.0.1:${port}/answer`, headers: { authorization: `Bearer ${token}` }, close }
    },
  }
}

export function fastify(setting: Setting, target: number): Peer {
  return {
    name: '@fastify/http-proxy, same check',
    target,
    start: () =>
      withKeyFile(setting, async (keyFile) => {
        const upstream = `http://127.0.0.1:${setting.backendPort}`
        const { port, close } = await startScript(cores.subject, 'fastify.ts', { args: [upstream, keyFile] })
        return { port, close }
      }),
  }
}

export function haproxy(setting: Setting, target: number): Peer {
  return {
    name: 'HAProxy, jwt_verify',
    target,
    async start() {
      if (!isInstalled('haproxy')) return undefined
      return withKeyFile(setting, async (keyFile, folder) => {
        const port = await freePort()
        const file = join(folder, 'haproxy.cfg')
        await writeFile(file, haproxyConfiguration(port, setting.backendPort, keyFile))
        const { close } = await startOn(cores.subject, ['haproxy', '-db', '-f', file])
        await untilItListens(port)
        return { port, close }
      })
    },
  }
}

export function nginx({ backendPort, token }: Setting): Peer {
  return {
    name: 'nginx, no check',
    target: null,
    async start() {
      if (!isInstalled('nginx')) return undefined
      const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
      const port = await freePort()
      await writeFile(join(folder, 'nginx.conf'), nginxConfiguration(port, backendPort, folder))
      const { close } = await startOn(cores.subject, [
        'nginx',
        '-e',
        join(folder, 'error.log'),
        '-c',
        join(folder, 'nginx.conf'),
      ])
      await untilItListens(port)
      const headers = { authorization: `Bearer ${token}` }
      return {
        url: `http://127.0.0.1:${port}/answer`,
        headers,
        close: () => close().then(() => rm(folder, { recursive: true })),
      }
    },
  }
}

async function withKeyFile(
  { token, jwk }: Setting,
  start: (keyFile: string, folder: string) => Promise<{ port: number; close(): Promise<void> }>,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const keyFile = join(folder, 'key.pem')
  await writeFile(
    keyFile,
    createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
  )
  const { port, close } = await start(keyFile, folder)
  return {
    url: `http://127.0.0.1:${port}/answer`,
    headers: { authorization: `Bearer ${token}` },
    close: () => close().then(() => rm(folder, { recursive: true })),
  }
}

function haproxyConfiguration(port: number, backendPort: number, keyFile: string): string {
  return `global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend calls
  bind 127.0.0.1:${port}
  http-request set-var(txn.bearer) http_auth_bearer
  http-request set-var(txn.alg) var(txn.bearer),jwt_header_query('$.alg')
  http-request deny deny_status 401 unless { var(txn.alg) -m str ES256 }
  http-request deny deny_status 401 unless { var(txn.bearer),jwt_verify(txn.alg,"${keyFile}") 1 }
  http-request set-var(txn.scope) var(txn.bearer),jwt_payload_query('$.scope')
  http-request deny deny_status 403 unless { var(txn.scope) -m sub bench }
  http-request del-header authorization
  default_backend answers
backend answers
  server one 127.0.0.1:${backendPort}
`
}

function nginxConfiguration(port: number, backendPort: number, folder: string): string {
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream answers { server 127.0.0.1:${backendPort}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://answers; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export async function untilItListens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).catch(() => undefined)
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`nothing listens on port ${port}`)
}
