import test from 'ava'

import { buildProgramUrl } from '../../../src/lib/package/program-url.ts'

for (const [from, url] of [
  ['file:///app/src/runtime/workers/worker-pool.ts', 'file:///app/src/runtime/workers/worker.ts'],
  ['file:///app/build/runtime/workers/worker-pool.js', 'file:///app/build/runtime/workers/worker.js'],
] as const)
  test(`a program beside ${from} has its ending`, (t) => {
    t.is(buildProgramUrl(from, './worker').href, url)
  })
