/** How the MQ web servers of other instances reach this one. */
import { once } from 'node:events'
import { hostname } from 'node:os'
import { connect } from 'node:tls'
import type { InstanceServer } from '../../../manager/index.ts'
import type { OwnServer } from '../../../web/context/web-part.ts'

const anyAddress = ['*', '::', '0.0.0.0']
const connectTimeoutMs = 3_000

/** Finds the URL and the certificate of this server once for each state of its settings. */
export function openInstanceServerFinder(read: () => OwnServer) {
  let found: Promise<InstanceServer | undefined> | undefined
  return {
    find(): Promise<InstanceServer | undefined> {
      const { listenerUrl, properties } = read()
      found ??= findInstanceServer(listenerUrl, properties)
      found.catch(() => {
        found = undefined
      })
      return found
    },
    /** Called when the settings or the certificate may have changed. */
    forget(): void {
      found = undefined
    },
  }
}

/**
 * Returns the URL and the certificate of the HTTPS listener: the property mqRestInstanceUrl, else the host name of this
 * machine or `httpHost`. Undefined without HTTPS. Rejects when the listener does not respond.
 */
async function findInstanceServer(
  listenerUrl: string,
  { httpHost, mqRestInstanceUrl }: OwnServer['properties'],
): Promise<InstanceServer | undefined> {
  if (!listenerUrl.startsWith('https:')) return undefined
  const { hostname: host, port } = new URL(listenerUrl)
  const reachable = anyAddress.includes(httpHost) ? hostname() : host
  const certificateFingerprint = await readFingerprint(host.replace(/^\[|\]$/g, ''), Number(port))
  return { url: mqRestInstanceUrl || `https://${reachable}:${port}`, certificateFingerprint }
}

/** Reads the certificate that the listener shows, whichever key store it is from. */
async function readFingerprint(host: string, port: number): Promise<string> {
  const socket = connect({ host, port, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(connectTimeoutMs) })
    return String(socket.getPeerX509Certificate()?.fingerprint256)
  } finally {
    socket.destroy()
  }
}
