/** The listeners of the gateway: their ports and URLs. */
import { buildOrigin } from '../../http/listener/build-origin.ts'
import { claimPort, type PortClaim } from '../../http/listener/claim-port.ts'
import { numberForWorkers } from './inherited-sockets.ts'

export interface ListenerSettings {
  scheme: 'http' | 'https'
  host: string
  /** The port; 0 takes any free port. */
  port: number
  /** Redirects requests to HTTPS instead of serving them. Only HTTP listeners do. */
  redirects?: boolean
  /** The descriptor of a listening socket that systemd has opened; undefined when the gateway opens it. */
  inheritedDescriptor?: number
}

/** Takes the ports of listeners until the workers have opened them. Rejects when a port is in use. */
export async function claimListeners(wanted: readonly ListenerSettings[]) {
  const claims = new Map<ListenerSettings, PortClaim>()
  const release = async () => {
    await Promise.all([...claims.values()].map((each) => each.release()))
  }
  try {
    for (const each of wanted)
      if (each.inheritedDescriptor === undefined) claims.set(each, await claimPort(each.host, each.port))
  } catch (error) {
    await release()
    throw error
  }
  return {
    /** The listeners with the ports that were taken. */
    listeners: numberForWorkers(wanted.map((each) => ({ ...each, port: claims.get(each)?.port ?? each.port }))),
    /** Whether every worker may open its own sockets. */
    shared: [...claims.values()].every(({ isShared }) => isShared),
    /** Releases the ports; call it when the workers listen. */
    release,
  }
}

/** Returns the base URL without a setting: the HTTPS listener where there is one, else the HTTP listener. */
export function defaultBaseUrl(listeners: readonly ListenerSettings[]): string {
  return listenerUrl(defaultListener(listeners))
}

/** Returns the URL for programs on this machine: the HTTP listener where there is one. */
export function localUrl(listeners: readonly ListenerSettings[]): string {
  return listenerUrl(
    listeners.find(({ scheme, redirects }) => scheme === 'http' && !redirects) ?? defaultListener(listeners),
  )
}

/** Returns the listener that the base URL follows without a setting: HTTPS where there is one. */
export function defaultListener(listeners: readonly ListenerSettings[]): ListenerSettings {
  return listeners.find(({ scheme }) => scheme === 'https') ?? (listeners[0] as ListenerSettings)
}

/** Returns the URL of a listener. */
export function listenerUrl({ scheme, host, port }: ListenerSettings): string {
  return buildOrigin(scheme, host, port)
}
