/** Sends the requests of scripts (`urlopen`), only to hosts that the policy names. */
import type { Catalog, TlsProfile } from '../../config/types/index.ts'
import { fetchWholeResponse, type OutgoingRequest } from '../../http/client/index.ts'
import type { UpstreamConnections } from '../upstream/upstream-connections.ts'
import type { ScriptRequest } from './script-messages.ts'
import type { ScriptReply, SendScriptRequest } from './script-runner.ts'

const maxResponseBytes = 8 * 1024 * 1024
const defaultTimeoutSeconds = 60
const maxTimeoutSeconds = 300

/** Returns the function that sends requests. `allowedHosts` has names of hosts, each with its port or for any port. */
export function buildScriptRequests(
  allowedHosts: readonly string[],
  { catalog, connections }: { catalog: Catalog; connections: UpstreamConnections },
): SendScriptRequest {
  const hosts = new Set(allowedHosts.map((each) => each.toLowerCase()))

  function findProfile(name: string | undefined): TlsProfile | undefined {
    if (name === undefined) return undefined
    const [plainName = ''] = name.replace(/^client:/, '').split(':', 1)
    const profile = catalog.tlsProfiles.get(plainName)
    if (!profile) throw new Error(`the TLS profile "${name}" is not enabled in the catalog`)
    return profile
  }

  async function send(options: ScriptRequest, body: Uint8Array | undefined): Promise<ScriptReply> {
    const url = new URL(options.target)
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new Error(`urlopen opens http and https, not "${url.protocol}//"`)
    if (!hosts.has(url.host) && !hosts.has(url.hostname))
      throw new Error(`urlopen may not open "${url.host}": add it to allowed-hosts of the policy`)
    const request: OutgoingRequest = {
      method: options.method,
      path: url.pathname + url.search,
      headers: options.headers.filter(
        (_, index, all) =>
          !/^(?:host|content-length|transfer-encoding|connection)$/i.test(all[index - (index % 2)] ?? ''),
      ),
    }
    if (body) request.body = Buffer.from(body)
    const connect = connections.find(url.origin, findProfile(options.profile))
    const response = await fetchWholeResponse(connect(), request, {
      timeoutMs: 1_000 * Math.min(options.timeout ?? defaultTimeoutSeconds, maxTimeoutSeconds),
      maxBodyBytes: maxResponseBytes,
    })
    return { head: JSON.stringify({ status: response.status, headers: response.headers }), body: response.body }
  }

  return async (options, body) => {
    try {
      return await send(JSON.parse(options) as ScriptRequest, body)
    } catch (error) {
      return { head: JSON.stringify({ error: (error as Error).message }), body: undefined }
    }
  }
}
