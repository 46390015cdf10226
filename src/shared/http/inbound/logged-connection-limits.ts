/** Connection limits that write a log line for refused connections. */
import type { Log } from '../../lib/output/log.ts'
import { buildNetworkCheck } from '../request/trusted-proxies.ts'
import { type ConnectionLimits, type ConnectionRefusalReason, openConnectionLimits } from './connection-limits.ts'
import type { ConnectionSettings } from './connection-settings.ts'

export interface LoggedConnectionLimitsOptions {
  settings: ConnectionSettings
  /** IP addresses and CIDRs of trusted proxies, to which the limit per address does not apply. */
  trustedProxies?: readonly string[]
  log: Pick<Log, 'warn'>
  onRefused?(reason: ConnectionRefusalReason): void
  /** Called with the number of connections that were closed in favour of new ones. */
  onEvicted?(count: number): void
  /** Returns a monotonic time in milliseconds. */
  now?(): number
}

/** The minimum interval between two log lines for the same reason. */
const logEveryMs = 10_000

const messages: Readonly<Record<ConnectionRefusalReason, string>> = {
  total: 'connections of clients are refused: SLUICE_MAX_CONNECTIONS is reached',
  address: 'connections of a client address are refused: SLUICE_MAX_CONNECTIONS_PER_ADDRESS is reached',
  descriptors: 'connections of clients are refused: the limit of open files is reached; raise it with ulimit -n',
}

/** Opens limits for the connections of one process, or of one listener. */
export function openLoggedConnectionLimits(options: LoggedConnectionLimitsOptions): ConnectionLimits {
  const { settings, trustedProxies = [], log, onRefused, onEvicted } = options
  const { now = () => performance.now() } = options
  const { maxConnections, maxPerAddress } = settings
  const logged = new Map<ConnectionRefusalReason, { count: number; at: number }>()

  const limits = openConnectionLimits({
    maxConnections,
    maxPerAddress,
    isExempt: buildNetworkCheck(trustedProxies),
    now,
    onRefused(reason, address) {
      onRefused?.(reason)
      const { count, at } = logged.get(reason) ?? { count: 0, at: Number.NEGATIVE_INFINITY }
      const isDue = now() - at >= logEveryMs
      logged.set(reason, isDue ? { count: 0, at: now() } : { count: count + 1, at })
      if (!isDue) return
      const facts = { reason, open: limits.openCount, maxConnections, maxPerAddress, refused: count + 1 }
      log.warn({ ...facts, address: address || undefined }, messages[reason])
    },
    onEvicted: (count) => onEvicted?.(count),
  })
  return limits
}
