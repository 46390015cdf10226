/** A server that is started with few file descriptors. It prints its port, and then its log lines. */
import { openMonitoredConnectionLimits } from '../../../../src/shared/http/inbound/monitored-connection-limits.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

const log = openLog({ write: (line) => process.stdout.write(line) })
const settings = { fastPath: true, http2: true, maxConnections: 10_000, maxPerAddress: 10_000 }
const { limits } = openMonitoredConnectionLimits({
  settings,
  trustedProxies: [],
  log,
  metrics: new Registry(),
  prefix: 'sluice',
})
const listener = await openListener({
  host: '127.0.0.1',
  port: 0,
  limits,
  log,
  handler: (_, response) => response.end('ok'),
})
process.stdout.write(`${listener.port}\n`)
