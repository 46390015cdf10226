/** The addresses at which the gateway listens. */
import { type Claim, claimPort } from '../../http/claim-port.ts'
import { urlOf } from '../../http/listener.ts'

export interface ListenerSettings {
  scheme: 'http' | 'https'
  host: string
  /** 0 is any free one. */
  port: number
}

export interface ClaimedListeners {
  /** With the ports that were free. */
  listeners: readonly ListenerSettings[]
  /** Whether every worker may listen for itself. */
  shared: boolean
  /** To be called once the workers listen. */
  release(): Promise<void>
}

/** Makes sure that the workers can have their addresses. Rejects with the one that is taken. */
export async function claimListeners(wanted: readonly ListenerSettings[]): Promise<ClaimedListeners> {
  const claims: Claim[] = []
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
    listeners: wanted.map((door, index) => ({ ...door, port: (claims[index] as Claim).port })),
    shared: claims.every(({ shared }) => shared),
    release,
  }
}

/** Where callers reach the gateway when nothing stands in front of it: by TLS, if it is spoken. */
export function defaultBaseUrl(listeners: readonly ListenerSettings[]): string {
  return listenerUrl(listeners.find(({ scheme }) => scheme === 'https') ?? (listeners[0] as ListenerSettings))
}

/** Where programs of this machine reach it. */
export function localUrl(listeners: readonly ListenerSettings[]): string {
  return listenerUrl(listeners.find(({ scheme }) => scheme === 'http') ?? (listeners[0] as ListenerSettings))
}

/** The URL of one socket. */
export function listenerUrl({ scheme, host, port }: ListenerSettings): string {
  return urlOf(scheme, host, port)
}
