import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { ActiveInstance } from '../../../../src/mq/manager/installation/active-instance.ts'
import { DefinitionKeeper } from '../../../../src/mq/manager/installation/definition-keeper.ts'
import { QueueManagerLifecycle } from '../../../../src/mq/manager/installation/queue-manager-lifecycle.ts'
import type {
  ActiveStorage,
  QueueManagerStorage,
} from '../../../../src/mq/manager/installation/queue-manager-storage.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { eventually } from '../../../_support/eventually.ts'

/** An instance on a storage that the test controls. */
interface Rig {
  lifecycle: QueueManagerLifecycle
  calls: string[]
  /** Ends the lease of the active instance. */
  lose(): void
  /** What the waiting of a standby ends with, in turn; a waiting without an entry does not end. */
  nexts: ('acquire' | 'end')[]
  /** The outcomes of the next starts of the parts. */
  starts: (Error | undefined)[]
  isValid: boolean
}

function open(t: ExecutionContext): Rig {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-lifecycle-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const calls: string[] = []
  let lost = new AbortController()
  const storage = {
    isShared: true,
    async acquire(_created, permitsStandby) {
      calls.push(`acquire ${permitsStandby}`)
      lost = new AbortController()
      return {} as ActiveStorage
    },
    standBy(signal, pauseMs) {
      calls.push(`stand by ${pauseMs}`)
      const next = rig.nexts.shift()
      if (next) return Promise.resolve(next)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('end')))
    },
  } as Partial<QueueManagerStorage> as QueueManagerStorage
  const definition = { name: 'QM1', description: '', created: 1, state: 'ended' } as const
  const lifecycle = new QueueManagerLifecycle({
    name: 'QM1',
    storage,
    log: silentLog,
    definition: new DefinitionKeeper(folder, definition, silentLog),
    async startInstance() {
      const failure = rig.starts.shift()
      if (failure) throw failure
      return {
        lost: lost.signal,
        isValid: () => rig.isValid,
        readLease: () => ({ remainingMs: 1_000, hasStandby: true }),
        end: async () => {},
        endLost: async () => void calls.push('end lost'),
      } as Partial<ActiveInstance> as ActiveInstance
    },
  })
  const rig: Rig = {
    lifecycle,
    calls,
    nexts: [],
    starts: [],
    isValid: true,
    lose: () => lost.abort(new Error('the database is away')),
  }
  return rig
}

async function reaches(rig: Rig, state: string): Promise<boolean> {
  return (await eventually(async () => rig.lifecycle.state === state || undefined)) === true
}

for (const permitsStandby of [true, false]) {
  test(`an instance that has lost its store waits, and becomes active again (-x: ${permitsStandby})`, async (t) => {
    const rig = open(t)
    await rig.lifecycle.start(permitsStandby)
    rig.lose()
    t.true(await reaches(rig, 'standby'))
    t.deepEqual(rig.calls, [`acquire ${permitsStandby}`, 'end lost', 'stand by 500'])
    await rig.lifecycle.end('immediate', true)
    t.is(rig.lifecycle.state, 'ended', 'the waiting can be ended')

    rig.nexts.push('acquire')
    await rig.lifecycle.start(permitsStandby)
    rig.lose()
    await eventually(async () => rig.calls.length === 7 || undefined)
    t.true(await reaches(rig, 'running'))
    t.deepEqual(rig.calls.slice(3), [
      ...[`acquire ${permitsStandby}`, 'end lost', 'stand by 1000', `acquire ${permitsStandby}`],
    ])
  })
}

test('it tries again with longer pauses while it cannot become active', async (t) => {
  const rig = open(t)
  await rig.lifecycle.start(true)
  rig.nexts.push('acquire', 'acquire', 'acquire')
  rig.starts.push(new Error('the disk is full'), new Error('the disk is full'))
  rig.lose()
  await eventually(async () => rig.calls.filter((each) => each.startsWith('acquire')).length === 4 || undefined)
  t.true(await reaches(rig, 'running'))
  t.deepEqual(
    rig.calls.filter((each) => each.startsWith('stand by')),
    ['stand by 500', 'stand by 1000', 'stand by 2000'],
  )
})

test('it ends when the queue manager was ended for all instances meanwhile', async (t) => {
  const rig = open(t)
  await rig.lifecycle.start(true)
  rig.nexts.push('end')
  rig.lose()
  t.true(await reaches(rig, 'ended'))
})

test('its state is not available while another instance may be active', async (t) => {
  const rig = open(t)
  await rig.lifecycle.start(true)
  t.is(rig.lifecycle.state, 'running')
  rig.isValid = false
  t.is(rig.lifecycle.state, 'stateNotAvailable')
  rig.isValid = true
  t.is(rig.lifecycle.state, 'running')
})

test('its status has the role, the lease and the takeovers', async (t) => {
  const rig = open(t)
  const status = () => rig.lifecycle.readStatus()
  t.deepEqual(status(), { role: 'ended', lease: undefined, permitsStandby: false, takeovers: 0 })
  await rig.lifecycle.start(true)
  const lease = { remainingMs: 1_000, hasStandby: true }
  t.deepEqual(status(), { role: 'active', lease, permitsStandby: true, takeovers: 0 })
  rig.isValid = false
  t.like(status(), { role: 'lost', lease })
  rig.lose()
  t.true(await reaches(rig, 'standby'))
  t.deepEqual(status(), { role: 'standby', lease: undefined, permitsStandby: true, takeovers: 0 })
  await rig.lifecycle.end('immediate', true)

  rig.isValid = true
  await rig.lifecycle.start(true)
  rig.nexts.push('acquire')
  rig.lose()
  await eventually(async () => status()?.takeovers === 1 || undefined)
  t.like(status(), { role: 'active', takeovers: 1 })
})
