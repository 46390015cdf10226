/** Starts HAProxy, which verifies the signature of every request's token, or of each token once. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from '../harness/compare.ts'
import { cores, isInstalled, startOnCore } from '../harness/process.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { findFreePort, waitUntilListening } from './ports.ts'

export function haproxy(setting: PeerSetting, target: number): Peer {
  return startingWith('HAProxy, jwt_verify', setting, target, verifyEachCall)
}

/** HAProxy which keeps the hashes of verified tokens in a stick table. */
export function haproxyWithCache(setting: PeerSetting, target: number): Peer {
  return startingWith('HAProxy, token cache', setting, target, verifyUnknownTokens)
}

function startingWith(name: string, setting: PeerSetting, target: number, check: (keyFile: string) => string): Peer {
  return {
    name,
    target,
    async start() {
      if (!isInstalled('haproxy')) return undefined
      return startInFolder(setting, async (folder, keyFile) => {
        const port = await findFreePort()
        const file = join(folder, 'haproxy.cfg')
        await writeFile(file, configuration(port, setting.backendPort, check(keyFile)))
        const { pid, close } = await startOnCore(cores.subject, ['haproxy', '-db', '-f', file])
        await waitUntilListening(port)
        return { port, pid, close }
      })
    },
  }
}

const readHeader = `http-request set-var(txn.alg) var(txn.bearer),jwt_header_query('$.alg')`
const readScope = `http-request set-var(txn.scope) var(txn.bearer),jwt_payload_query('$.scope')`

function verifyEachCall(keyFile: string): string {
  return `${readHeader}
  http-request deny deny_status 401 unless { var(txn.alg) -m str ES256 }
  http-request deny deny_status 401 unless { var(txn.bearer),jwt_verify(txn.alg,"${keyFile}") 1 }
  ${readScope}
  http-request deny deny_status 403 unless { var(txn.scope) -m sub bench }`
}

/** Keeps the tokens that may call, each until it was not used for five seconds. */
function verifyUnknownTokens(keyFile: string): string {
  return `stick-table type binary len 32 size 100k expire 5s store gpc0
  http-request set-var(txn.hash) var(txn.bearer),sha2(256)
  http-request set-var(txn.known) var(txn.hash),in_table(calls)
  ${readHeader} unless { var(txn.known) -m bool }
  http-request deny deny_status 401 unless { var(txn.known) -m bool } || { var(txn.alg) -m str ES256 }
  http-request deny deny_status 401 unless { var(txn.known) -m bool } || { var(txn.bearer),jwt_verify(txn.alg,"${keyFile}") 1 }
  ${readScope} unless { var(txn.known) -m bool }
  http-request deny deny_status 403 unless { var(txn.known) -m bool } || { var(txn.scope) -m sub bench }
  http-request track-sc0 var(txn.hash)`
}

function configuration(port: number, backendPort: number, check: string): string {
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
  ${check}
  http-request del-header authorization
  default_backend answers
backend answers
  server one 127.0.0.1:${backendPort}
`
}
