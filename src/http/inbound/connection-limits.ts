/**
 * How many connections a process takes, in all and from one address. At a limit, connections without a request are closed
 * in favour of new ones: first those that have never sent a request, the oldest first, then those that are kept alive.
 */
import type { Socket } from 'node:net'

import { toClientNetwork } from '../request/client-address.ts'

export type ConnectionState = 'silent' | 'idle' | 'busy'
export type ConnectionRefusalReason = 'total' | 'address' | 'descriptors'

export interface ConnectionLimitsOptions {
  maxConnections: number
  maxPerAddress: number
  /** Addresses that the limit per address does not hold for: those of trusted proxies. */
  isExempt(address: string): boolean
  /** Milliseconds that only grow. */
  now(): number
  onRefused(because: ConnectionRefusalReason, address: string): void
  /** So many connections were closed in favour of new ones. */
  onEvicted(count: number): void
}

export interface ConnectionLimits {
  readonly openCount: number
  /**
   * Takes a new connection, or destroys it and returns false.
   *
   * @param stateOf what is under way on it, whenever it is asked
   */
  admit(socket: Socket, stateOf: (socket: Socket) => ConnectionState): boolean
  /** The process has no open files left: closes connections without a request. */
  evictIdle(): void
}

interface Connection {
  socket: Socket
  address: string
  stateOf(socket: Socket): ConnectionState
}

/** One limit and what counts towards it. */
interface Group {
  count: number
  /** Until then it is known that every connection is busy. */
  allBusyUntil: number
}

/** Looking for idle connections takes time: it finds room for several new ones, or is not repeated for a while. */
const maxEvictedAtOnce = 32
const allBusyMs = 100

export function openConnectionLimits(options: ConnectionLimitsOptions): ConnectionLimits {
  const { maxConnections, maxPerAddress, isExempt, now, onRefused, onEvicted } = options
  /** In the order in which they came. */
  const connections = new Set<Connection>()
  const all: Group = { count: 0, allBusyUntil: 0 }
  const byAddress = new Map<string, Group>()

  function admit(socket: Socket, stateOf: Connection['stateOf']): boolean {
    const address = toClientNetwork(socket.remoteAddress)
    const group = isExempt(socket.remoteAddress ?? '') ? undefined : byAddress.get(address)
    if (group && group.count >= maxPerAddress && !evict(group, address))
      return refuse(socket, 'address', address)
    if (all.count >= maxConnections && !evict(all)) return refuse(socket, 'total', address)

    const connection = { socket, address, stateOf }
    connections.add(connection)
    count(connection, 1)
    socket.once('close', () => remove(connection))
    return true
  }

  function refuse(socket: Socket, because: ConnectionRefusalReason, address: string): false {
    socket.destroy()
    onRefused(because, address)
    return false
  }

  function remove(connection: Connection): void {
    if (connections.delete(connection)) count(connection, -1)
  }

  function count({ address }: Connection, by: 1 | -1): void {
    const group = byAddress.get(address) ?? { count: 0, allBusyUntil: 0 }
    group.count += by
    all.count += by
    if (group.count === 0) byAddress.delete(address)
    else byAddress.set(address, group)
  }

  /** Whether there is room now. */
  function evict(group: Group, address?: string): boolean {
    if (group.allBusyUntil > now()) return false
    const chosen = choose('silent', address)
    if (chosen.length === 0) chosen.push(...choose('idle', address))
    for (const connection of chosen) {
      remove(connection)
      connection.socket.destroy()
    }
    if (chosen.length > 0) onEvicted(chosen.length)
    else group.allBusyUntil = now() + allBusyMs
    return chosen.length > 0
  }

  /** The oldest ones, a small part of all. */
  function choose(state: ConnectionState, address: string | undefined): Connection[] {
    const most = Math.max(1, Math.min(maxEvictedAtOnce, Math.floor(connections.size / 32)))
    const chosen: Connection[] = []
    for (const connection of connections) {
      if (address !== undefined && connection.address !== address) continue
      if (connection.stateOf(connection.socket) !== state) continue
      if (chosen.push(connection) === most) break
    }
    return chosen
  }

  return {
    get openCount() {
      return all.count
    },
    admit,
    evictIdle: () => void evict(all),
  }
}
