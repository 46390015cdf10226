import test from 'ava'

import { openLog } from '../../../src/lib/log.ts'
import { openSampler } from '../../../src/mqweb/console/sampler.ts'
import type { Installation, ManagerReading } from '../../../src/qm/index.ts'

const clock = () => 1_000_000
const reading: ManagerReading = { connections: 4, channels: 1, queues: [] }

test('samples what runs at once, and a queue manager in trouble does not keep it from the others', (t) => {
  const logged: string[] = []
  const log = openLog({ write: (line) => logged.push(line) })
  const sampler = openSampler({
    installation: installed({
      BROKEN: () => {
        throw new Error('no reading today')
      },
      ENDED: () => undefined,
      QM1: () => reading,
    }),
    clock,
    log,
  })
  t.teardown(() => sampler.close())

  t.is(sampler.now(), 100)
  t.deepEqual(sampler.find('QM1')?.manager(99, 100), { first: 100, connections: [4], channels: [1] })
  t.is(sampler.find('ENDED'), undefined)
  t.is(logged.length, 1)
  t.regex(logged[0] ?? '', /no reading today/)
})

function installed(readings: Record<string, () => ManagerReading | undefined>): Installation {
  const managers = Object.entries(readings).map(([name, reading]) => ({ name, reading }))
  return { list: () => managers } as unknown as Installation
}
