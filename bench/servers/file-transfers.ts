/**
 * Two agents of one queue manager that move a large file and many small ones, beside `cp` and `md5sum` of the large file.
 * Arguments: a folder, the bytes of the large file, the number of small files, the number of rounds. Prints
 * a line for each round: `large` with a `LargeFileRound`, then `small` with a `SmallFilesRound`.
 */
import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openInstallation } from '../../src/mq/manager/index.ts'
import { FileTransfer, type ItemSpec } from '../../src/mq/parts/file-transfer/engine/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'

export interface LargeFileRound {
  /** The duration of `cp` and `md5sum` in milliseconds. */
  readonly copyMs: number
  /** The duration of `cp`, `sync` and `md5sum` in milliseconds. */
  readonly syncedCopyMs: number
  readonly transferMs: number
  /** The peak of the resident memory until then, less that of the idle agents. */
  readonly growthMib: number
}

export interface SmallFilesRound {
  readonly filesPerSecond: number
}

const [folder = '', bytes = '0', count = '0', rounds = '1'] = process.argv.slice(2)
const source = join(folder, 'source')
let target = join(folder, 'target')
let targets = 0
const large = join(source, 'large')

writeLargeFile(Number(bytes))
mkdirSync(join(source, 'small'))
for (let index = 0; index < Number(count); index += 1)
  writeFileSync(join(source, 'small', String(index)), randomFillSync(Buffer.alloc(1024)))

const installation = await openInstallation({
  folder: join(folder, 'qm'),
  clock: systemClock,
  log: silentLog,
  parts: mqParts,
})
await (await installation.create('QM1')).start()
const transfer = new FileTransfer({ installation, dataFolder: folder, clock: systemClock, log: silentLog })
await transfer.setupCoordination('QM1', true)
const set = await transfer.config.readSet()
for (const name of ['AGENT1', 'AGENT2']) {
  await transfer.createAgent(set, { name, queueManager: 'QM1' })
  await transfer.config.setStarted(set, name, true)
}
await transfer.agents.startAgents()
const idleMib = readStatusMib('VmRSS')

// The first round warms up.
for (let round = 0; round <= Number(rounds); round += 1) {
  const copyMs = await measure(() => copy('cp "$1" "$2" && md5sum "$1"'))
  const syncedCopyMs = await measure(() => copy('cp "$1" "$2" && sync "$2" && md5sum "$1"'))
  const transferMs = await measure(() => move('file', large))
  const growthMib = readPeakMib() - idleMib
  const result: LargeFileRound = { copyMs, syncedCopyMs, transferMs, growthMib }
  if (round > 0) process.stdout.write(`large ${JSON.stringify(result)}\n`)
}
for (let round = 0; round <= Number(rounds); round += 1) {
  const smallMs = await measure(() => move('directory', join(source, 'small')))
  const result: SmallFilesRound = { filesPerSecond: (Number(count) * 1000) / smallMs }
  if (round > 0) process.stdout.write(`small ${JSON.stringify(result)}\n`)
}
await transfer.close()
await installation.close()

function writeLargeFile(size: number): void {
  mkdirSync(source, { recursive: true })
  const file = openSync(large, 'w')
  const block = randomFillSync(Buffer.alloc(4 * 1024 * 1024))
  for (let left = size; left > 0; left -= block.length) writeSync(file, block, 0, Math.min(left, block.length))
  closeSync(file)
}

/**
 * Returns the duration in milliseconds. Each measurement begins with an empty target folder and a disk without pending writes.
 * Many small files stay until the end, because ext4 is slow to create files just after it has removed many.
 */
async function measure(work: () => unknown): Promise<number> {
  rmSync(join(target, 'large'), { force: true })
  targets += 1
  target = join(folder, `target${targets}`)
  mkdirSync(target)
  execFileSync('sync', ['-f', folder])
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function copy(commands: string): void {
  execFileSync('sh', ['-c', commands, 'sh', large, join(target, 'large')])
}

async function move(type: 'file' | 'directory', name: string): Promise<void> {
  const item: ItemSpec = {
    mode: 'binary',
    checksum: 'md5',
    source: { type, name, recursive: false, disposition: 'leave' },
    destination: { type: 'directory', name: target, actionIfExists: 'error' },
  }
  const sourceAgent = { name: 'AGENT1', qmgrName: 'QM1' }
  const destinationAgent = { name: 'AGENT2', qmgrName: 'QM1' }
  const request = {
    sourceAgent,
    destinationAgent,
    items: [item],
    conditions: [],
    metadata: {},
    originator: { host: '', userId: '', mqmdUserId: '' },
    jobName: '',
    priority: 0,
    recoveryTimeoutSeconds: -1,
  }
  const command = { type: 'transfer' as const, request, repliesAtEnd: true }
  const { reply } = await transfer.send('QM1', sourceAgent, command, { waitMs: 600_000 })
  if (reply?.state !== 'successful') throw new Error(`the transfer of ${name} ended with ${reply?.text}`)
  // The destination agent removes its hidden folder just after the end.
  while (readdirSync(target).some((each) => each.startsWith('.'))) await wait(1)
}

/** Returns the peak of the resident memory since the start of the process. */
function readPeakMib(): number {
  return readStatusMib('VmHWM')
}

function readStatusMib(name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
}
