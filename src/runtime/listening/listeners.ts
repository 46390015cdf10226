/** The listeners of the gateway: their ports and URLs. */
import { claimPort, type PortClaim } from '../../http/listener/claim-port.ts'
import { buildOrigin } from '../../http/listener/listener.ts'

export interface ListenerSettings {
  scheme: 'http' | 'https'
  host: string
  /** The port; 0 takes any free port. */
  port: number
}

export interface ClaimedListeners {
  /** The listeners with the ports that were taken. */
  listeners: readonly ListenerSettings[]
  /** Whether every worker may open its own sockets. */
  shared: boolean
  /** Releases the ports; call it when the workers listen. */
  release(): Promise<void>
}

/** Takes the ports of listeners until the workers have opened them. Rejects when a port is in use. */
export async function claimListeners(wanted: readonly ListenerSettings[]): Promise<ClaimedListeners> {
  const claims: PortClaim[] = []
  const release = async () => {
    await Promise.all(claims.map((each) => each.release()))
  }
  try {
    for (const { host, port } of wanted) claims.push(await claimPort(host, port))
  } catch (error) {
    await release()
    throw error
  }
  return {
    listeners: wanted.map((door, index) => ({ ...door, port: (claims[index] as PortClaim).port })),
    shared: claims.every(({ isShared }) => isShared),
    release,
  }
}

/** Returns the base URL without a setting: the HTTPS listener where there is one, else the HTTP listener. */
export function defaultBaseUrl(listeners: readonly ListenerSettings[]): string {
  return listenerUrl(listeners.find(({ scheme }) => scheme === 'https') ?? (listeners[0] as ListenerSettings))
}

/** Returns the URL for programs on this machine: the HTTP listener where there is one. */
export function localUrl(listeners: readonly ListenerSettings[]): string {
  return listenerUrl(listeners.find(({ scheme }) => scheme === 'http') ?? (listeners[0] as ListenerSettings))
}

/** Returns the URL of a listener. */
export function listenerUrl({ scheme, host, port }: ListenerSettings): string {
  return buildOrigin(scheme, host, port)
}
