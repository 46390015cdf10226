/**
 * Limits the number of connections of a process, in total and per client address. At a limit, connections without
 * a request are closed in favour of new ones: first those that have never sent a request, oldest first, then idle
 * keep-alive connections.
 */
import type { Socket } from 'node:net'
import { toClientNetwork } from '../request/client-address.ts'

export type ConnectionState = 'silent' | 'idle' | 'busy'
export type ConnectionRefusalReason = 'total' | 'address' | 'descriptors'

export interface ConnectionLimitsOptions {
  maxConnections: number
  maxPerAddress: number
  /** Returns whether the limit per address does not apply, as for trusted proxies. */
  isExempt(address: string): boolean
  /** Returns a monotonic time in milliseconds. */
  now(): number
  onRefused(because: ConnectionRefusalReason, address: string): void
  /** Called with the number of connections that were closed in favour of new ones. */
  onEvicted(count: number): void
}

export interface ConnectionLimits {
  readonly openCount: number
  /**
   * Accepts a new connection and returns true, or destroys it and returns false.
   *
   * @param stateOf returns the state of the connection at the time of the call
   */
  admit(socket: Socket, stateOf: (socket: Socket) => ConnectionState): boolean
  /** Reports that the process has no file descriptors left, and closes connections without a request. */
  onDescriptorShortage(): void
}

/** Returns whether an error means that the process or the system has no file descriptors left. */
export function isDescriptorShortage({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EMFILE' || code === 'ENFILE'
}

type Connection = { socket: Socket; address: string; stateOf(socket: Socket): ConnectionState }

/** The connections that count towards one limit. */
interface Group {
  count: number
  /** Until this time, all connections of the group are assumed to be busy. */
  allBusyUntil: number
}

/** A search for idle connections is expensive: each one closes several connections, or is not repeated for a while. */
const maxEvictedAtOnce = 32
const allBusyMs = 100

export function openConnectionLimits(options: ConnectionLimitsOptions): ConnectionLimits {
  const { maxConnections, maxPerAddress, isExempt, now, onRefused, onEvicted } = options
  /** All connections, oldest first. */
  const connections = new Set<Connection>()
  const all: Group = { count: 0, allBusyUntil: 0 }
  const byAddress = new Map<string, Group>()

  function admit(socket: Socket, stateOf: Connection['stateOf']): boolean {
    const address = toClientNetwork(socket.remoteAddress)
    const group = isExempt(socket.remoteAddress ?? '') ? undefined : byAddress.get(address)
    if (group && group.count >= maxPerAddress && !evict(group, address)) return refuse(socket, 'address', address)
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

  /** Closes connections without a request. Returns whether there is room for a new one. */
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

  /** Returns the oldest connections in a state, at most 1/32 of all. */
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
    onDescriptorShortage() {
      onRefused('descriptors', '')
      evict(all)
    },
  }
}
