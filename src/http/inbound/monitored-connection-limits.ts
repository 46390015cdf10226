/** The connection limits of one process, with metrics and log lines. */
import { close, open } from 'node:fs'

import type { Log } from '../../lib/output/log.ts'
import { Counter, Gauge, type Registry } from '../../lib/output/prometheus.ts'
import { buildTrustedProxyCheck } from '../request/trusted-proxies.ts'
import {
  type ConnectionLimits,
  type ConnectionRefusalReason,
  openConnectionLimits,
} from './connection-limits.ts'
import type { ConnectionSettings } from './connection-settings.ts'

export interface MonitoredConnectionLimitsOptions {
  settings: ConnectionSettings
  /** IP addresses and CIDRs of trusted proxies, to which the limit per address does not apply. */
  trustedProxies: readonly string[]
  log: Log
  metrics: Registry
  /** The prefix of the metric names. */
  prefix: 'sluice' | 'sluice_mqweb'
}

export interface MonitoredConnectionLimits {
  limits: ConnectionLimits
  close(): void
}

const reasons: readonly ConnectionRefusalReason[] = ['total', 'address', 'descriptors']
/** The minimum interval between two log lines for the same reason. */
const logEveryMs = 10_000
const checkFilesMs = 1_000

export function openMonitoredConnectionLimits(
  options: MonitoredConnectionLimitsOptions,
): MonitoredConnectionLimits {
  const { settings, trustedProxies, log, metrics, prefix } = options
  const refused = new Counter({
    name: `${prefix}_connections_refused_total`,
    help: 'Connections of clients that were refused, by the limit that they met',
    labelNames: ['reason'],
    registers: [metrics],
  })
  for (const reason of reasons) refused.inc({ reason }, 0)
  const evicted = new Counter({
    name: `${prefix}_connections_evicted_total`,
    help: 'Connections without a request that were closed in favour of new ones',
    registers: [metrics],
  })
  new Gauge({
    name: `${prefix}_connections_open`,
    help: 'Connections of clients',
    registers: [metrics],
    collect() {
      this.set(limits.openCount)
    },
  })
  const sinceLogged = new Map<ConnectionRefusalReason, { count: number; at: number }>()

  const limits = openConnectionLimits({
    ...settings,
    isExempt: buildTrustedProxyCheck(trustedProxies),
    now: () => performance.now(),
    onRefused,
    onEvicted: (count) => evicted.inc(count),
  })

  function onRefused(reason: ConnectionRefusalReason, address: string): void {
    refused.inc({ reason })
    const { count, at } = sinceLogged.get(reason) ?? { count: 0, at: Number.NEGATIVE_INFINITY }
    const isDue = performance.now() - at >= logEveryMs
    sinceLogged.set(reason, { count: isDue ? 0 : count + 1, at: isDue ? performance.now() : at })
    if (!isDue) return
    const { maxConnections, maxPerAddress } = settings
    const facts = { reason, open: limits.openCount, maxConnections, maxPerAddress, refused: count + 1 }
    log.warn({ ...facts, ...(address !== '' && { address }) }, 'connections of clients are refused')
  }

  /**
   * Checks whether the process can open another file. When it cannot, the system closes new connections and
   * reports nothing.
   */
  const timer = setInterval(() => {
    open('/dev/null', 'r', (error, file) => {
      if (!error) return close(file)
      if (error.code !== 'EMFILE' && error.code !== 'ENFILE') return
      onRefused('descriptors', '')
      limits.evictIdle()
    })
  }, checkFilesMs).unref()

  return { limits, close: () => clearInterval(timer) }
}
