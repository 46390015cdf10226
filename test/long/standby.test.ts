/**
 * Two instances of a queue manager in a database, which are killed, stopped and cut off at random, and a failover of the
 * database itself: every acknowledged message is there exactly once. `STANDBY_SEED` repeats a run.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { eventually } from '../_support/eventually.ts'
import { postgresBinaries, startPostgres, startReplica } from '../_support/postgres.ts'
import { createRandom } from '../_support/random.ts'
import {
  createQueueManager,
  type Instance,
  readAllMessages,
  restartInstance,
  startInstance,
} from './_support/queue-manager-instances.ts'

const seed = Number(process.env.STANDBY_SEED ?? Date.now() % 1_000_000)
/** Longer than a lease, in milliseconds. */
const outageMs = 7_000
const withServer = postgresBinaries ? test : test.skip

/** What can happen to the active instance. Each resolves when the fault is over. */
const faults: Readonly<Record<string, (active: Instance) => Promise<void>>> = {
  async 'is killed'({ child }) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  },
  async 'stops for longer than its lease'({ child }) {
    child.kill('SIGSTOP')
    await delay(outageMs)
    child.kill('SIGCONT')
  },
  async 'is cut off'({ links }) {
    for (const link of links) link.isolate()
    await delay(outageMs)
    for (const link of links) link.reconnect()
  },
}

withServer(`every acknowledged message is there once after takeovers and a failover (seed ${seed})`, async (t) => {
  const random = createRandom(seed)
  const primary = await startPostgres(['wal_level=replica'])
  t.teardown(primary.close)
  const acknowledged = new Set<string>()
  await createQueueManager(t, primary.url)
  const replica = await startReplica(primary)
  t.teardown(replica.close)
  const ports = [primary.port, replica.port]
  const instances = [await startInstance(t, ports, acknowledged, 'a'), await startInstance(t, ports, acknowledged, 'b')]
  await eventually(async () => modes(instances) === 'running standby' || undefined)

  for (const [round, name] of shuffle(Object.keys(faults), random).entries()) {
    const enough = acknowledged.size + 50
    await eventually(async () => acknowledged.size >= enough || undefined)
    const active = instances.find(({ state }) => state === 'running') as Instance
    const other = instances.find((each) => each !== active) as Instance
    const began = performance.now()
    const over = faults[name]?.(active)
    t.true(await eventually(async () => other.state === 'running' || undefined), `takeover after: ${name}`)
    t.log(`the active instance ${name}: takeover after ${Math.round(performance.now() - began)} ms`)
    await over
    if (active.child.exitCode !== null || active.child.signalCode !== null) {
      instances[instances.indexOf(active)] = await restartInstance(t, active, acknowledged, `r${round}`)
    }
    t.is(await eventually(async () => modes(instances) === 'running standby' || undefined), true, modes(instances))
  }

  const before = acknowledged.size
  await primary.crash()
  await replica.promote()
  t.true(await eventually(async () => acknowledged.size > before + 50 || undefined), 'goes on after the failover')
  for (const { child } of instances) {
    child.send('end')
    await once(child, 'exit')
  }

  const there = await readAllMessages(t, replica.url)
  t.log(`${acknowledged.size} acknowledged messages, ${there.length} stored`)
  t.is(new Set(there).size, there.length, 'no message is there twice')
  t.deepEqual(
    [...acknowledged].filter((body) => !there.includes(body)),
    [],
    'no acknowledged message is missing',
  )
})

function modes(instances: readonly Instance[]): string {
  return instances
    .map(({ state }) => String(state))
    .sort()
    .join(' ')
}

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
