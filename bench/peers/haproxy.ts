/** Starts HAProxy, which verifies the signature of every request's token. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from '../harness/compare.ts'
import { cores, isInstalled, startOnCore } from '../harness/process.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { findFreePort, waitUntilListening } from './ports.ts'

export function haproxy(setting: PeerSetting, target: number): Peer {
  return {
    name: 'HAProxy, jwt_verify',
    target,
    async start() {
      if (!isInstalled('haproxy')) return undefined
      return startInFolder(setting, async (folder, keyFile) => {
        const port = await findFreePort()
        const file = join(folder, 'haproxy.cfg')
        await writeFile(file, configuration(port, setting.backendPort, keyFile))
        const { close } = await startOnCore(cores.subject, ['haproxy', '-db', '-f', file])
        await waitUntilListening(port)
        return { port, close }
      })
    },
  }
}

function configuration(port: number, backendPort: number, keyFile: string): string {
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
