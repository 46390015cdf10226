import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type AuditRotation, noAuditRotation, openAuditTrail } from '../../../../src/gateway/telemetry/audit/index.ts'

const dayMs = 86_400_000

async function openTrail(t: ExecutionContext, rotation: Partial<AuditRotation>) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-rotate-'))
  t.teardown(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
  let now = Date.UTC(2026, 0, 1)
  const options = { dataFolder, rotation: { ...noAuditRotation, ...rotation }, now: () => now }
  return {
    dataFolder,
    write: openAuditTrail(options),
    /** The trail of another process over the same folder. */
    writeElsewhere: openAuditTrail(options),
    advance(ms: number) {
      now += ms
    },
    /** The numbers of all entries, from the oldest file to the newest. */
    async numbers() {
      const rotated = (await readdir(dataFolder)).filter((name) => name.startsWith('audit-')).sort()
      const texts = await Promise.all(
        [...rotated, 'audit.jsonl'].map((name) => readFile(join(dataFolder, name), 'utf8').catch(() => '')),
      )
      return texts
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).number as number)
    },
    async countFiles() {
      return (await readdir(dataFolder)).length
    },
  }
}

test('a full file is rotated before the next entry, and no entry is lost', async (t) => {
  const trail = await openTrail(t, { maxBytes: 300 })
  for (let number = 0; number < 20; number++) {
    await trail.write('x', { number })
    trail.advance(1_000)
  }
  t.deepEqual(await trail.numbers(), [...Array(20).keys()])
  t.true((await trail.countFiles()) > 3)
})

test('a file is rotated when its first entry is old', async (t) => {
  const trail = await openTrail(t, { maxAgeMs: 7 * dayMs })
  await trail.write('x', { number: 0 })
  trail.advance(6 * dayMs)
  await trail.write('x', { number: 1 })
  t.is(await trail.countFiles(), 1)
  trail.advance(dayMs)
  await trail.write('x', { number: 2 })
  t.is(await trail.countFiles(), 2)
  t.deepEqual(await trail.numbers(), [0, 1, 2])
})

test('only the newest rotated files are kept', async (t) => {
  const trail = await openTrail(t, { maxBytes: 1, keptFiles: 2 })
  for (let number = 0; number < 6; number++) {
    await trail.write('x', { number })
    trail.advance(1_000)
  }
  t.deepEqual(await trail.numbers(), [3, 4, 5])
})

test('two processes that rotate at once lose no entry', async (t) => {
  const trail = await openTrail(t, { maxBytes: 200 })
  for (let number = 0; number < 30; number += 2) {
    await Promise.all([trail.write('x', { number }), trail.writeElsewhere('x', { number: number + 1 })])
    trail.advance(1_000)
  }
  t.deepEqual(
    (await trail.numbers()).sort((a, b) => a - b),
    [...Array(30).keys()],
  )
})

test('a file that logrotate has renamed is begun anew', async (t) => {
  const trail = await openTrail(t, {})
  await trail.write('x', { number: 0 })
  await rename(join(trail.dataFolder, 'audit.jsonl'), join(trail.dataFolder, 'audit-1'))
  await trail.write('x', { number: 1 })
  t.is((await readFile(join(trail.dataFolder, 'audit.jsonl'), 'utf8')).split('\n').length, 2)
})
