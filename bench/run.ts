/**
 * `npm run bench [-- NAME …]`: runs all benchmarks or the named ones; `--quick` briefly,
 * `--figures` prints the last results, `--charts` draws those of the README from them.
 */
import './harness/quick.ts'
import type { RowResult } from './harness/compare.ts'
import { writeFrontCharts } from './harness/front-charts.ts'
import { renderResults, renderTable, writeResults } from './harness/report.ts'
import { measureAmqp } from './rows/amqp.ts'
import { measureBodies } from './rows/bodies.ts'
import { measureChannels } from './rows/channels.ts'
import { measureDecisions } from './rows/decisions.ts'
import { measureDepth } from './rows/depth.ts'
import { measureDisplay } from './rows/display.ts'
import { measureDpop } from './rows/dpop.ts'
import { measureFirstSeconds } from './rows/first-seconds.ts'
import { measureFirstSeen } from './rows/first-seen.ts'
import { measureFootprint } from './rows/footprint.ts'
import { measureGatewayscript } from './rows/gatewayscript.ts'
import { measureHangUps } from './rows/hang-ups.ts'
import { measureHttp2 } from './rows/http2.ts'
import { measureIdle } from './rows/idle.ts'
import { measureLatency } from './rows/latency.ts'
import { measureManyTokens } from './rows/many-tokens.ts'
import { measureMessaging, measureMessagingBeside } from './rows/messaging.ts'
import { measureFileTransfer } from './rows/mft.ts'
import { measureProtectedCall } from './rows/protected-call.ts'
import { measurePostgresQueueManager } from './rows/qm-postgres.ts'
import { measureQueues } from './rows/queues.ts'
import { measureRefusedCall } from './rows/refused-call.ts'
import { measureRevocation } from './rows/revocation.ts'
import { measureScale } from './rows/scale.ts'
import { measureStarts } from './rows/starts.ts'
import { measureStore } from './rows/store.ts'
import { measureTls } from './rows/tls.ts'
import { measureToken } from './rows/token.ts'
import { measureTokenFacts } from './rows/token-facts.ts'
import { measureWorkers } from './rows/workers.ts'

/** The benchmarks by name. */
const benches: Record<string, () => Promise<RowResult[]>> = {
  'protected-call': measureProtectedCall,
  starts: measureStarts,
  'first-seconds': measureFirstSeconds,
  'first-seen': measureFirstSeen,
  'many-tokens': measureManyTokens,
  dpop: measureDpop,
  'refused-call': measureRefusedCall,
  gatewayscript: measureGatewayscript,
  latency: measureLatency,
  decisions: measureDecisions,
  tls: measureTls,
  http2: measureHttp2,
  bodies: measureBodies,
  scale: measureScale,
  'hang-ups': measureHangUps,
  idle: measureIdle,
  workers: measureWorkers,
  token: measureToken,
  'token-facts': measureTokenFacts,
  store: measureStore,
  revocation: measureRevocation,
  messaging: measureMessaging,
  queues: measureQueues,
  'messaging-beside': measureMessagingBeside,
  channels: measureChannels,
  'qm-postgres': measurePostgresQueueManager,
  amqp: measureAmqp,
  mft: measureFileTransfer,
  depth: measureDepth,
  display: measureDisplay,
  footprint: measureFootprint,
}

const names = process.argv.slice(2).filter((each) => each !== '--quick')
if (names.includes('--figures')) {
  process.stdout.write(await renderResults(Object.keys(benches)))
  process.exit(0)
}
if (names.includes('--charts')) {
  await writeFrontCharts()
  process.exit(0)
}
const unknown = names.filter((name) => !benches[name])
if (unknown.length > 0) {
  const known = Object.keys(benches).join(', ')
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${known}\n`)
  process.exit(2)
}

for (const [name, run] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`${name} …\n`)
  try {
    const rows = await run()
    await writeResults(name, rows)
    process.stdout.write(`\n${renderTable(rows)}\n`)
  } catch (error) {
    process.stderr.write(`${name} was not measured: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
