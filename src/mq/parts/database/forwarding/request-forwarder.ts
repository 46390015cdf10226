/** Sends requests to the active instance's server: TLS checks the certificate that it recorded in the database. */
import type { IncomingHttpHeaders } from 'node:http'
import { hostname } from 'node:os'
import type { TLSSocket } from 'node:tls'
import type { Agent, buildConnector } from 'undici'
import { readBody } from '../../../../shared/http/request/read-body.ts'
import type { InstanceServer } from '../../../manager/index.ts'
import { findGatewayName } from '../../../web/context/rest-context.ts'
import type { RequestForwarding } from '../../../web/context/web-part.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { forwardedCallerHeader, signCaller } from './forwarded-caller.ts'

/** The maximum length of a message. */
const maxBodyBytes = 104_857_600
const connectTimeoutMs = 3_000
const maxConnections = 64
/** The maximum number of servers to which connections are kept: those of the active instances. */
const maxServers = 32
/** How often a request that has no response yet looks whether another instance has become active. */
const takeoverCheckMs = 1_000

export function openRequestForwarder(): Pick<RequestForwarding, 'forward' | 'close'> {
  const agents = new Map<string, Promise<Agent>>()

  /** Returns the connections to a server. The oldest ones close after their requests when there are too many servers. */
  function findAgent(server: InstanceServer): Promise<Agent> {
    const key = `${server.url} ${server.certificateFingerprint}`
    const known = agents.get(key)
    if (known) return known
    const agent = openAgent(server)
    agents.set(key, agent)
    const [[oldestKey, oldest] = []] = agents
    if (agents.size > maxServers && oldestKey !== undefined) {
      agents.delete(oldestKey)
      void oldest?.then((each) => each.close())
    }
    return agent
  }

  return {
    async forward(context, application, { manager, active }) {
      const { caller, request, dialect } = context
      const { host, server } = active
      const cannotForward = (reason: string, cause?: unknown) =>
        new RestError('MQWB0045E', [manager.name, host, reason], { cause, headers: { 'Retry-After': '1' } })
      if (!server) throw cannotForward('it has no MQ web server with TLS')
      const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(server.url).hostname)
      if (isLoopback && host !== hostname())
        throw cannotForward('its MQ web server listens on localhost only; set httpHost there')

      const method = request.method as string
      const target = request.url as string
      const signed = { instance: active.id, queueManager: manager.name, application, method, target }
      const gateway = findGatewayName(context)
      const headers = {
        ...forwardableRequestHeaders(request.headers),
        ...(gateway !== undefined && { [dialect.lowerCaseHeaders.gateway]: gateway }),
        [forwardedCallerHeader]: signCaller(caller, signed, active.secret),
      }
      const body = await readBody(request, maxBodyBytes, () => new RestError('MQWB2007E', [maxBodyBytes]))
      const takeover = new AbortController()
      const watch = setInterval(async () => {
        const now = await manager.findActive().catch(() => active)
        if (now?.id !== active.id) takeover.abort(new Error('another instance has become active'))
      }, takeoverCheckMs)
      try {
        const signal = AbortSignal.any([context.signal(), takeover.signal])
        const agent = await findAgent(server)
        const response = await agent.request({
          origin: server.url,
          path: target,
          method: method as 'GET',
          headers,
          signal,
          body: body.length > 0 ? body : null,
        })
        return {
          status: response.statusCode,
          headers: returnableResponseHeaders(response.headers),
          body: Buffer.from(await response.body.arrayBuffer()),
        }
      } catch (cause) {
        if (context.signal().aborted) throw context.signal().reason
        throw cannotForward((cause as Error).message, cause)
      } finally {
        clearInterval(watch)
      }
    },

    async close() {
      for (const agent of agents.values()) await (await agent).destroy()
    },
  }
}

/** undici is loaded when it is first needed: most servers forward no request. */
async function openAgent({ certificateFingerprint }: InstanceServer): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  const open = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0, timeout: connectTimeoutMs })
  const connect: buildConnector.connector = (options, callback) =>
    open(options, (error, socket) => {
      if (error) return callback(error, null)
      const certificate = (socket as TLSSocket).getPeerX509Certificate?.()
      if (certificate?.fingerprint256 === certificateFingerprint) return callback(null, socket)
      socket.destroy()
      callback(new Error('its MQ web server has another certificate than the database says'), null)
    })
  // A get may wait for a message for any time; the check for takeovers ends requests to an instance that hangs.
  return new Agent({ connect, connections: maxConnections, headersTimeout: 0, bodyTimeout: 0 })
}

const connectionHeaders = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['content-length', 'expect'],
]

const omittedFromRequests = new Set([
  ...connectionHeaders,
  ...['host', 'accept-encoding', 'authorization', 'cookie', 'origin', 'referer', forwardedCallerHeader],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'],
])

const returned = /^(content-(type|disposition)|location|etag|allow|retry-after|(ibm|vendor)-mq-.*)$/

/**
 * The headers of a forwarded request and of its response. Requests are sent without the headers of one connection (RFC
 * 9110 section 7.6.1), and without credentials and origin, which this server has checked. Responses return with those
 * that handlers set; the others are added here.
 */
function forwardableRequestHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !omittedFromRequests.has(name)) found[name] = value
  return found
}

function returnableResponseHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const found = Object.entries(headers).filter(([name, value]) => value !== undefined && returned.test(name))
  return Object.fromEntries(found.map(([name, value]) => [name, String(value)]))
}
