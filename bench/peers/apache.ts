/** Starts Apache with mod_oauth2, which verifies tokens with a key and caches the verified ones. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from '../harness/compare.ts'
import { cores, isInstalled, startOnCore } from '../harness/process.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { findFreePort, waitUntilListening } from './ports.ts'

const modules = '/usr/lib/apache2/modules'

export function apache(setting: PeerSetting, target: number | null): Peer {
  return {
    name: 'Apache, mod_oauth2',
    target,
    async start() {
      if (!isInstalled('apache2') || !existsSync(`${modules}/mod_oauth2.so`)) return undefined
      return startInFolder(setting, async (folder) => {
        const port = await findFreePort()
        const file = join(folder, 'apache.conf')
        await mkdir(join(folder, 'logs'))
        await writeFile(file, configuration(port, folder, setting))
        const { pid, close } = await startOnCore(cores.subject, ['apache2', '-X', '-d', folder, '-f', file])
        await waitUntilListening(port)
        return { port, pid, close }
      })
    },
  }
}

/** One process, because it runs on one core, with enough threads to keep all connections open. */
function configuration(port: number, folder: string, { backendPort, jwk, token }: PeerSetting): string {
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString('utf8'))
  const { kty, crv, x, y } = jwk
  const key = JSON.stringify({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'headers', 'oauth2']
  return `${loaded.map((each) => `LoadModule ${each}_module ${modules}/mod_${each}.so`).join('\n')}
ServerName bench
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/logs/error.log
LogLevel error
ThreadLimit 256
ThreadsPerChild 256
MaxRequestWorkers 256
StartServers 1
MaxKeepAliveRequests 0
KeepAlive On
KeepAliveTimeout 60
OAuth2TokenVerify jwk '${key}'
<Location />
  AuthType oauth2
  Require oauth2_claim scope:bench
  RequestHeader unset Authorization
  ProxyPass http://127.0.0.1:${backendPort}/ keepalive=On
</Location>
`
}
