/** A server that speaks the documented HTTP API of HashiCorp Vault and OpenBao, as far as clients of secrets need it. */
import { createServer, type IncomingMessage } from 'node:http'
import { findFreePort } from './free-port.ts'

export interface VaultServer {
  url: string
  /** The requests, as `METHOD path`. */
  requests: string[]
  /** Secrets by path: of `secret/` with KV version 2, of `old/` with version 1, of `db/` with a lease. */
  secrets: Map<string, Record<string, unknown>>
  /** Tokens that are accepted. A sign-in adds one. */
  tokens: Set<string>
  /** The life of tokens and leases in seconds. */
  seconds: number
  /** Whether leases are renewed. */
  renewsLeases: boolean
  close(): Promise<void>
  /** Listens again on the same port. */
  reopen(): Promise<void>
}

const mounts: Record<string, object> = {
  'secret/': { path: 'secret/', type: 'kv', options: { version: '2' } },
  'old/': { path: 'old/', type: 'kv', options: { version: '1' } },
  'db/': { path: 'db/', type: 'database', options: null },
}

export async function startVault(): Promise<VaultServer> {
  const server = createServer(async (request, response) => {
    const { status, body } = answer(request, await readJson(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const port = await findFreePort() // it is opened again on the same one
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await open()
  const vault: VaultServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    secrets: new Map(),
    tokens: new Set(['root']),
    seconds: 3_600,
    renewsLeases: true,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reopen: open,
  }

  function answer({ method, url = '', headers }: IncomingMessage, input: Record<string, unknown>) {
    vault.requests.push(`${method} ${url}`)
    const path = url.replace(/^\/v1\//, '')
    const errors = (status: number, ...texts: string[]) => ({ status, body: { errors: texts } })
    const signIn = () => {
      const token = `token-${vault.requests.length}`
      vault.tokens.add(token)
      return { status: 200, body: { auth: { client_token: token, lease_duration: vault.seconds, renewable: true } } }
    }
    if (path === 'auth/approle/login')
      return input.role_id === 'shop' && input.secret_id === 'id' ? signIn() : errors(400, 'invalid role or secret ID')
    if (path === 'auth/kubernetes/login')
      return input.role === 'shop' && input.jwt === 'jwt' ? signIn() : errors(403, 'permission denied')
    const token = String(headers['x-vault-token'])
    if (!vault.tokens.has(token)) return errors(403, 'permission denied')
    if (path === 'auth/token/lookup-self') return { status: 200, body: { data: { ttl: 0, renewable: false } } }
    if (path === 'auth/token/renew-self')
      return { status: 200, body: { auth: { client_token: token, lease_duration: vault.seconds, renewable: true } } }
    if (path === 'sys/leases/renew')
      return vault.renewsLeases
        ? { status: 200, body: { lease_id: input.lease_id, renewable: true, lease_duration: vault.seconds } }
        : errors(400, 'lease not found')
    if (path.startsWith('sys/internal/ui/mounts/')) {
      const mount = Object.entries(mounts).find(([name]) => path.slice(23).startsWith(name))
      return mount ? { status: 200, body: { data: mount[1] } } : errors(403, 'preflight capability check returned 403')
    }
    return read(path)
  }

  function read(path: string) {
    const isVersion2 = path.startsWith('secret/data/')
    const data = vault.secrets.get(isVersion2 ? path.replace('secret/data/', 'secret/') : path)
    if (!data) return { status: 404, body: { errors: [] } }
    const lease = path.startsWith('db/') ? `${path}/${vault.requests.length}` : ''
    const common = { lease_id: lease, renewable: lease !== '', lease_duration: vault.seconds }
    return { status: 200, body: { ...common, data: isVersion2 ? { data, metadata: { version: 1 } } : data } }
  }
  return vault
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = Buffer.concat(await request.toArray()).toString()
  return text === '' ? {} : JSON.parse(text)
}
