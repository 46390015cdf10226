/** The authentication URL of the sandbox: responds 200 for its users and 401 for everyone else (RFC 7617). */
import { createHash, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import { type ConnectionSettings, defaultConnectionSettings } from '../../shared/http/inbound/connection-settings.ts'
import { openLoggedConnectionLimits } from '../../shared/http/inbound/logged-connection-limits.ts'
import { type Listener, openListener } from '../../shared/http/listener/listener.ts'
import { parseBasicCredentials } from '../../shared/lib/headers/basic-credentials.ts'
import { type Log, silentLog } from '../../shared/lib/output/log.ts'
import { jsonErrorBoundary, SampleError } from './errors/json-error-boundary.ts'

/** The users of the sandbox, whose passwords the documentation prints. They exist in the sandbox only. */
const passwords: Record<string, string> = { alice: 'wonderland', bob: 'builder' }

const digests = new Map(Object.entries(passwords).map(([name, password]) => [name, digestOf(password)]))
const unknownUserDigest = Buffer.alloc(32)

interface AuthenticationOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  log?: Log
  connections?: ConnectionSettings
}

/** Starts the server; it answers at `/authenticate`. */
export function startAuthenticationUrl({
  host,
  port,
  log = silentLog,
  connections = defaultConnectionSettings(),
}: AuthenticationOptions): Promise<Listener> {
  const router = new Router().get('/authenticate', (ctx) => {
    ctx.set('Cache-Control', 'no-store')
    const user = knownUser(ctx.get('Authorization'))
    if (!user) {
      ctx.set('WWW-Authenticate', 'Basic realm="sandbox users", charset="UTF-8"')
      throw new SampleError(401, 'wrong name or password')
    }
    ctx.set('X-API-Authenticated-Credential', user)
    ctx.body = { authenticatedUser: user }
  })

  const app = new Koa().use(jsonErrorBoundary(log)).use(router.routes()).use(router.allowedMethods())
  const limits = openLoggedConnectionLimits({ settings: connections, log })
  return openListener({ host, port, handler: app.callback(), limits, log })
}

/** The name of the user whose credentials these are. Names are the same in any case, passwords are not. */
function knownUser(authorization: string): string | undefined {
  const given = parseBasicCredentials(authorization)
  if (!given) return undefined

  const name = given.name.toLowerCase()
  const right = timingSafeEqual(digestOf(given.password), digests.get(name) ?? unknownUserDigest)
  return right ? name : undefined
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest()
}
