import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import { type Script, ScriptRunner } from '../../../../../src/gateway/parts/transform/scripts/script-runner.ts'

function open(t: ExecutionContext, source: string, limitMs = 400) {
  const runner = new ScriptRunner()
  t.teardown(() => runner.close())
  const script = runner.define({ source, properties: '{}', memoryLimitBytes: 8 * 1024 * 1024 }, limitMs, false)
  const run = async (of: Script, variables: object = {}) => {
    const facts = { names: [], values: [], lower: [], status: 200, variables, known: {} }
    const request = { headers: {}, verb: 'GET', uri: '/', path: '/', search: '', parameters: {} }
    const input = { input: JSON.stringify({ ...facts, request }), body: undefined, requestBody: undefined }
    const outcome = await runner.run(of, input, async () => ({ head: '{"error":"none"}', body: undefined }))
    return outcome.kind === 'done' ? outcome.body : outcome.kind
  }
  return { runner, script, run: (variables?: object) => run(script, variables), runOf: run }
}

/** Runs a script until it has long run on the thread of the worker, where it is promoted to after a few calls. */
async function promote(run: () => Promise<unknown>): Promise<unknown[]> {
  const results: unknown[] = []
  for (let count = 0; count < 300; count += 1) results.push(await run())
  return results
}

test.serial('a runner that retires ends its thread while no script runs, and scripts still run', async (t) => {
  const { runner, run } = open(t, `context.message.body.write('ok')`)
  const threads: Worker[] = []
  const note = (thread: Worker) => void threads.push(thread)
  process.on('worker', note)
  t.teardown(() => process.off('worker', note))
  await promote(run)
  runner.retire()
  await once(threads.at(-1) as Worker, 'exit')
  t.is(await run(), 'ok')
  await once(threads.at(-1) as Worker, 'exit')
  t.is(threads.length, 2)
})

test('a short script has the same result on every thread, and sees nothing of other runs', async (t) => {
  const { run } = open(
    t,
    `context.message.body.write(typeof leaked + {}.mark); globalThis.leaked = 1; Object.prototype.mark = 2`,
  )
  t.deepEqual([...new Set(await promote(run))], ['undefinedundefined'])
})

test('a script that was short for long is stopped when it loops, and runs again after that', async (t) => {
  const { run } = open(t, `if (context.get('loop')) for (;;) {} context.message.body.write('ok')`)
  await promote(run)
  t.is(await run({ loop: true }), 'overdue')
  t.is(await run(), 'ok')
})

test('a script that was short for long may take longer, and fill the memory', async (t) => {
  const { run } = open(
    t,
    `const list = []; while (context.get('fill')) list.push('x'.repeat(1e6) + list.length);
     let sum = 0; for (let i = 0; i < (context.get('count') || 0); i += 1) sum += i; context.message.body.write(String(sum))`,
    20_000,
  )
  await promote(run)
  t.is(await run({ count: 300_000 }), '44999850000')
  t.is(await run({ fill: true }), 'failed')
  t.is(await run(), '0')
})

test('a script that was short for long fails with its line, and others go on', async (t) => {
  const { run, runner, runOf } = open(
    t,
    `if (context.get('fail')) throw new Error('no'); context.message.body.write('ok')`,
  )
  await promote(run)
  t.is(await run({ fail: true }), 'failed')
  const other = runner.define(
    { source: `context.message.body.write('other')`, properties: '{}', memoryLimitBytes: 8 << 20 },
    400,
    false,
  )
  t.deepEqual([await runOf(other), await run()], ['other', 'ok'])
})

test('scripts that run when the runner closes fail', async (t) => {
  const { run, runner } = open(t, 'for (;;) {}', 60_000)
  const outcome = run()
  await runner.close()
  t.is(await outcome, 'failed')
})

for (const [title, source, sendsRequests] of [
  [
    'that are computed',
    `let n = 0; for (let i = 0; i < 400_000; i += 1) n += i; context.message.body.write(String(n))`,
    false,
  ],
  ['that send requests', `context.message.body.write('79999800000')`, true],
] as const) {
  test(`the endless scripts of one API delay those of others ${title} by one script at most`, async (t) => {
    const { runner, runOf } = open(t, '')
    const [noisy, quiet] = [{}, {}]
    const limits = { properties: '{}', memoryLimitBytes: 8 << 20 }
    const endless = ['for (;;) {}', 'while (true) { JSON.stringify([1]) }'].map((each) =>
      runner.define({ source: each, ...limits }, 150, sendsRequests, noisy),
    )
    const short = runner.define({ source, ...limits }, 5_000, sendsRequests, quiet)
    const ended: string[] = []
    const run = (name: string, script: Script) =>
      runOf(script).then((result) => {
        ended.push(name)
        return result
      })
    const all = Array.from({ length: 14 }, (_, index) => run('endless', endless[index % 2] as Script))
    await new Promise(setImmediate)
    const result = await run('short', short)
    t.is(result, '79999800000')
    t.true(ended.indexOf('short') <= 2, ended.join())
    t.deepEqual([...new Set(await Promise.all(all))], ['overdue'])
  })
}
