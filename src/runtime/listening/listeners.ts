/** The addresses at which the gateway listens. */
import { type Claim, claimPort } from '../../http/claim-port.ts'
import { urlOf } from '../../http/listener.ts'

export interface Door {
  scheme: 'http' | 'https'
  host: string
  /** 0 is any free one. */
  port: number
}

export interface ClaimedDoors {
  /** With the ports that were free. */
  doors: readonly Door[]
  /** Whether every worker may listen for itself. */
  shared: boolean
  /** To be called once the workers listen. */
  release(): Promise<void>
}

/** Makes sure that the workers can have their addresses. Rejects with the one that is taken. */
export async function claimDoors(wanted: readonly Door[]): Promise<ClaimedDoors> {
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
    doors: wanted.map((door, index) => ({ ...door, port: (claims[index] as Claim).port })),
    shared: claims.every(({ shared }) => shared),
    release,
  }
}

/** Where callers reach the gateway when nothing stands in front of it: by TLS, if it is spoken. */
export function callersUrl(doors: readonly Door[]): string {
  return doorUrl(doors.find(({ scheme }) => scheme === 'https') ?? (doors[0] as Door))
}

/** Where programs of this machine reach it. */
export function localUrl(doors: readonly Door[]): string {
  return doorUrl(doors.find(({ scheme }) => scheme === 'http') ?? (doors[0] as Door))
}

/** The URL of one socket. */
export function doorUrl({ scheme, host, port }: Door): string {
  return urlOf(scheme, host, port)
}
