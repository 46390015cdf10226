/** The connection limits of one process, with metrics, log lines, and a check for exhausted file descriptors. */
import { close, open } from 'node:fs'
import type { Log } from '../../lib/output/log.ts'
import type { Registry } from '../../lib/output/prometheus.ts'
import { type ConnectionRefusalReason, isDescriptorShortage } from './connection-limits.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { openLoggedConnectionLimits } from './logged-connection-limits.ts'

export interface MonitoredConnectionLimitsOptions {
  settings: ConnectionSettings
  /** IP addresses and CIDRs of trusted proxies, to which the limit per address does not apply. */
  trustedProxies: readonly string[]
  log: Log
  metrics: Registry
  /** The prefix of the metric names. */
  prefix: 'sluice' | 'sluice_mqweb'
}

const reasons: readonly ConnectionRefusalReason[] = ['total', 'address', 'descriptors']
const checkFilesMs = 1_000

/** Opens the limits of a process. A process must have only one of them. */
export function openMonitoredConnectionLimits(options: MonitoredConnectionLimitsOptions) {
  const { settings, trustedProxies, log, metrics, prefix } = options
  const refusedText = 'Connections of clients that were refused, by the limit that they met'
  const refused = metrics.counter(`${prefix}_connections_refused_total`, refusedText, ['reason'])
  for (const reason of reasons) refused.inc({ reason }, 0)
  const evictedText = 'Connections without a request that were closed in favour of new ones'
  const evicted = metrics.counter(`${prefix}_connections_evicted_total`, evictedText)
  const limits = openLoggedConnectionLimits({
    settings,
    trustedProxies,
    log,
    onRefused: (reason) => refused.inc({ reason }),
    onEvicted: (count) => evicted.inc(count),
  })
  metrics.observe(`${prefix}_connections_open`, 'Connections of clients', [], () => limits.openCount)

  /** Checks whether the process can open another file; otherwise the system closes new connections silently. */
  const timer = setInterval(() => {
    open('/dev/null', 'r', (error, file) => {
      if (!error) close(file)
      else if (isDescriptorShortage(error)) limits.onDescriptorShortage()
    })
  }, checkFilesMs).unref()

  return { limits, close: () => clearInterval(timer) }
}
