/** The store in several processes, and several stores on one file. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import test from 'ava'
import { systemClock } from '../../../../src/shared/lib/time/clock.ts'
import { openSqliteStore } from '../../../../src/shared/storage/index.ts'
import { eventually } from '../../../_support/eventually.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-store-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

let files = 0
const fresh = () => join(folder, `${files++}`, 'state.db')

test('completed writes are found after the process was killed', async (t) => {
  const file = fresh()
  const racer = await startRacer(file)
  t.deepEqual(await ask(racer, { verb: 'create', keys: ['a', 'b'] }), [true, true])
  racer.kill('SIGKILL')
  await once(racer, 'exit')

  const store = await openSqliteStore({ file, clock: systemClock })
  t.teardown(() => store.close())
  t.false(await store.create('race', 'a', 1))
  t.false(await store.create('race', 'b', 1))
})

test('of two processes that race for the same entries, exactly one gets each', async (t) => {
  const file = fresh()
  const keys = Array.from({ length: 25 }, (_, n) => `key ${n}`)
  const racers = await Promise.all([startRacer(file), startRacer(file)])
  t.teardown(() => {
    for (const racer of racers) racer.kill()
  })
  const both = (verb: string, wanted: string[]) =>
    Promise.all(racers.map((racer) => ask(racer, { verb, keys: wanted })))

  const created = await both('create', keys)
  t.deepEqual(winners(created, keys), Array(25).fill(1), 'each key is created once')

  const consumed = await both('consume', keys)
  t.deepEqual(winners(consumed, keys), Array(25).fill(1), 'each entry is consumed once')

  const one = Array(25).fill('one')
  await both('create', ['one'])
  t.is((await both('consume', one)).flat().filter(Boolean).length, 1, 'of fifty callers one is told yes')

  const sums = (await both('count', Array(25).fill('sum'))).flat() as number[]
  t.deepEqual(
    sums.toSorted((a, b) => a - b),
    Array.from({ length: 50 }, (_, n) => n + 1),
  )
})

test('a cursor stays valid when another store on the file has removed all changes, because they expired', async (t) => {
  const file = fresh()
  const time = { now: 1_000 }
  const clock = () => time.now
  const [store, other] = await Promise.all([openSqliteStore({ file, clock }), openSqliteStore({ file, clock })])
  const reader = new DatabaseSync(file)
  t.teardown(() => Promise.all([store.close(), other.close(), reader.close()]))
  const event = { wakesWatchers: true, expiresAt: 2_000 }
  for (const key of ['a', 'b', 'c']) await store.save('kind', key, 1, event)
  await other.save('kind', 'silent', 1)
  const { cursor } = await store.listChanges('kind')
  const changes = () => reader.prepare('SELECT count(*) AS count FROM change').get()?.count
  t.is(changes(), 3)

  time.now = 50_000
  await other.save('other', 'silent', 1)
  t.true(await eventually(async () => changes() === 0 || undefined))
  await other.save('kind', 'd', 1, { wakesWatchers: true })
  t.deepEqual(
    (await store.listChanges('kind', cursor)).entries.map(({ key }) => key),
    ['d'],
  )
})

test('a process ends by itself after its writes, and not before', async (t) => {
  const index = new URL('../../../../src/shared/storage/index.ts', import.meta.url).href
  const script = join(folder, 'writer.mjs')
  writeFileSync(
    script,
    `import { openSqliteStore } from ${JSON.stringify(index)}
    const store = await openSqliteStore({ file: process.argv[2], clock: Date.now })
    if (process.argv[3] !== 'without writes') await store.save('kind', 'key', 1)
    console.log('saved')
    if (process.argv[3] === 'close') await store.close()
    console.log('done')`,
  )
  for (const ending of ['close', 'leave open', 'without writes']) {
    const options = ['--disable-warning=ExperimentalWarning', script, fresh(), ending]
    const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 30_000 })
    t.is(stdout, 'saved\ndone\n', ending)
  }
})

async function startRacer(file: string): Promise<ChildProcess> {
  const racer = fork(new URL('../_racer.ts', import.meta.url), [file], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(racer, 'message')
  return racer
}

async function ask(racer: ChildProcess, question: { verb: string; keys: string[] }): Promise<unknown[]> {
  racer.send(question)
  const [answers] = await once(racer, 'message')
  return answers
}

function winners(answers: unknown[][], keys: string[]): number[] {
  return keys.map((_, n) => answers.filter((each) => each[n] === true).length)
}
