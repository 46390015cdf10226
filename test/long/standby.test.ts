/**
 * Two instances of a queue manager in a database, which are killed, stopped and cut off at random, and a failover of the
 * database itself: every acknowledged message is there exactly once. `STANDBY_SEED` repeats a run.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'

import { silentLog } from '../../src/lib/output/log.ts'
import { openInstallation } from '../../src/qm/index.ts'
import { eventually } from '../_support/eventually.ts'
import { postgresBinaries, startPostgres, startReplica } from '../_support/postgres.ts'
import { createRandom } from '../_support/random.ts'
import { openTcpLink, type TcpLink } from '../_support/tcp-link.ts'
import { admin } from '../qm/_support/manager.ts'

const program = join(import.meta.dirname, '..', 'qm', '_support', 'instance-process.ts')
const seed = Number(process.env.STANDBY_SEED ?? Date.now() % 1_000_000)
/** Longer than a lease, in milliseconds. */
const outageMs = 7_000
const withServer = postgresBinaries ? test : test.skip

/** An instance in a process of its own, and its links to both database servers. */
interface Instance {
  child: ChildProcess
  links: TcpLink[]
  folder: string
  state: string | undefined
}

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

withServer(
  `every acknowledged message is there once after takeovers and a failover (seed ${seed})`,
  async (t) => {
    const random = createRandom(seed)
    const primary = await startPostgres(['wal_level=replica'])
    t.teardown(primary.close)
    const acknowledged = new Set<string>()
    await createQueueManager(t, primary.url)
    const replica = await startReplica(primary)
    t.teardown(replica.close)
    const ports = [primary.port, replica.port]
    const instances = [await start(t, ports, acknowledged, 'a'), await start(t, ports, acknowledged, 'b')]
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
        instances[instances.indexOf(active)] = await start(t, ports, acknowledged, `r${round}`, active.folder)
      }
      t.is(
        await eventually(async () => modes(instances) === 'running standby' || undefined),
        true,
        modes(instances),
      )
    }

    const before = acknowledged.size
    await primary.crash()
    await replica.promote()
    t.true(
      await eventually(async () => acknowledged.size > before + 50 || undefined),
      'goes on after the failover',
    )
    for (const { child } of instances) {
      child.send('end')
      await once(child, 'exit')
    }

    const there = await readAll(t, replica.url)
    t.log(`${acknowledged.size} acknowledged messages, ${there.length} stored`)
    t.is(new Set(there).size, there.length, 'no message is there twice')
    t.deepEqual(
      [...acknowledged].filter((body) => !there.includes(body)),
      [],
      'no acknowledged message is missing',
    )
  },
)

async function createQueueManager(t: ExecutionContext, url: string): Promise<void> {
  const installation = await openInstallation({ folder: folderFor(t), clock: Date.now, log: silentLog })
  const manager = await installation.create('QM1', { storeUrl: url })
  await manager.start()
  const connection = manager.connect(admin)
  for (const name of ['A', 'B'])
    await connection.command(`DEFINE QLOCAL(${name}) DEFPSIST(YES) MAXDEPTH(999999)`)
  await installation.close()
}

async function start(
  t: ExecutionContext,
  ports: readonly number[],
  acknowledged: Set<string>,
  prefix: string,
  folder = folderFor(t),
): Promise<Instance> {
  const links = await Promise.all(ports.map(openTcpLink))
  const hosts = links.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const child = fork(program, [folder, `postgres://sluice@${hosts}/postgres`, prefix])
  const instance: Instance = { child, links, folder, state: undefined }
  t.teardown(() => {
    child.kill('SIGKILL')
    for (const link of links) link.close()
  })
  child.on('message', ({ state, put }: { state?: string; put?: string }) => {
    if (state !== undefined) instance.state = state
    if (put !== undefined) acknowledged.add(put)
  })
  child.on('exit', () => {
    instance.state = undefined
  })
  await eventually(async () => instance.state)
  return instance
}

function modes(instances: readonly Instance[]): string {
  return instances
    .map(({ state }) => String(state))
    .sort()
    .join(' ')
}

/** Returns the bodies of all messages on both queues. */
async function readAll(t: ExecutionContext, url: string): Promise<string[]> {
  const installation = await openInstallation({ folder: folderFor(t), clock: Date.now, log: silentLog })
  const manager = await installation.add('QM1', url)
  await eventually(() => manager.start().then(() => true)) // a lease that was not given back expires first
  const connection = manager.connect(admin)
  const bodies: string[] = []
  for (const queue of ['A', 'B']) {
    for (;;) {
      const message = await connection.get(queue)
      if (!message) break
      bodies.push(message.body.toString())
    }
  }
  await installation.close()
  return bodies
}

function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-standby-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
