/** `npm run bench [-- NAME …]`: runs all benchmarks or the named ones; `--figures` prints the last results. */

import type { RowResult } from './harness/compare.ts'
import { renderResults, renderTable, writeResults } from './harness/report.ts'
import { bodies } from './rows/bodies.ts'
import { depth } from './rows/depth.ts'
import { display } from './rows/display.ts'
import { firstSeen } from './rows/first-seen.ts'
import { footprint } from './rows/footprint.ts'
import { hangUps } from './rows/hang-ups.ts'
import { idle } from './rows/idle.ts'
import { latency } from './rows/latency.ts'
import { messaging } from './rows/messaging.ts'
import { protectedCall } from './rows/protected-call.ts'
import { refusedCall } from './rows/refused-call.ts'
import { scale } from './rows/scale.ts'
import { token } from './rows/token.ts'
import { workers } from './rows/workers.ts'

/** The benchmarks by name. */
const benches: Record<string, () => Promise<RowResult[]>> = {
  'protected-call': protectedCall,
  'first-seen': firstSeen,
  'refused-call': refusedCall,
  latency,
  bodies,
  scale,
  'hang-ups': hangUps,
  idle,
  workers,
  token,
  messaging,
  depth,
  display,
  footprint,
}

const names = process.argv.slice(2)
if (names.includes('--figures')) {
  process.stdout.write(await renderResults(Object.keys(benches)))
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
