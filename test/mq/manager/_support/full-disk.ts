/**
 * The story of a disk that fills up, told by a process in a mount namespace of its own: `unshare -rm` and a tmpfs. What it
 * met goes to its parent. Arguments: the folder of the tmpfs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import type { MqError } from '../../../../src/mq/manager/types/errors.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { admin, text } from './manager.ts'

const [disk, role] = process.argv.slice(2) as [string, string?]
const folder = join(disk, 'qm')
const filler = join(disk, 'filler')
const log = openLog({ level: 'fatal' })
const persistence = 'persistent'

if (role === 'owner') await own()
else process.send?.(await tell(), () => process.exit())

/** Fills the disk, and the queue A until a put is refused; lives until it is killed. */
async function own(): Promise<void> {
  const installation = await open(0)
  const manager = installation.find('QM1') ?? (await installation.create('QM1'))
  await manager.start()
  const connection = manager.connect(admin)
  await connection.command('DEFINE QLOCAL(A) MAXDEPTH(99999)')
  await connection.put({ queue: 'A' }, text('first', { persistence }))
  const whole = text('x'.repeat(1000), { persistence })
  for (let count = 0; count < 2000; count++) await connection.put({ queue: 'A' }, whole)
  fillDisk()
  const refused = await attempt(async () => {
    for (;;) await connection.put({ queue: 'A' }, whole)
  })
  const got = await attempt(() => getSome(connection, 40))
  const mixed = await Promise.all([
    attempt(() => connection.put({ queue: 'A' }, text('x'.repeat(200_000), { persistence }))),
    attempt(() => connection.get('A')),
  ])
  const { completionCode: defined } = await connection.command('DEFINE QLOCAL(NEW) REPLACE')
  process.send?.({ refused, got, mixed, defined })
  process.on('message', () => undefined) // lives on
}

async function tell() {
  const owner = fork(import.meta.filename, [disk, 'owner'])
  const [full] = (await once(owner, 'message')) as [object]
  await killed(owner)
  const before = listed()
  const reading = await open(0)
  const states = reading.list().map(({ name, state }) => `${name} ${state}`)
  await reading.close()
  const isUnchanged = listed() === before

  fillDisk()
  const again = await open(1_048_576)
  const manager = again.find('QM1')
  const started = await attempt(async () => manager?.start())
  const connection = manager?.connect(admin) as Connection
  const put = () => attempt(() => connection.put({ queue: 'A' }, text('x'.repeat(500), { persistence })))
  const early = await put()
  const inMemory = await attempt(() => connection.put({ queue: 'A' }, text('x')))
  const got = await attempt(() => getSome(connection, 1000))
  const reused = await put()
  const { completionCode: cleared } = await connection.command('CLEAR QLOCAL(A)')
  const ended = await attempt(() => again.close())
  return { full, states, isUnchanged, started, early, inMemory, got, reused, cleared, ended }
}

async function getSome(connection: Connection, count: number): Promise<void> {
  for (let got = 0; got < count; got++) {
    if (!(await connection.get('A'))) throw new Error(`${got} messages`)
  }
}

function open(minFreeBytes: number) {
  return openInstallation({ folder, clock: Date.now, log, listenerPort: 0, minFreeBytes, parts: mqParts })
}

/** Leaves not a page free. */
function fillDisk(): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // a writer thread was faster
  }
}

/** 0, or the reason code of the refusal; the text of any other error. */
async function attempt(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return 0
  } catch (error) {
    return (error as MqError).reasonCode ?? String(error)
  }
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The files of the queue managers; the lock of the folder belongs to the process. */
function listed(): string {
  const files = readdirSync(join(folder, 'qmgrs'), { recursive: true, encoding: 'utf8' })
  return files
    .map((file) => `${file} ${statSync(join(folder, 'qmgrs', file)).mtimeMs}`)
    .toSorted()
    .join()
}
