/** What a primary learns of a worker whose event loop is blocked. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import test, { type ExecutionContext } from 'ava'
import { askHungWorker } from '../../../../src/gateway/runtime/hangs/ask-hung-worker.ts'
import { buildWorkerStreams, hangDescriptor } from '../../../../src/shared/process/listening/inherited-sockets.ts'

async function startWorker(t: ExecutionContext) {
  const worker = fork(join(import.meta.dirname, 'hanging-worker.ts'), { stdio: buildWorkerStreams([]), execArgv: [] })
  t.teardown(async () => {
    worker.kill('SIGKILL')
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
  })
  const { port } = await message<{ port: number }>(worker)
  const pipe = worker.stdio[hangDescriptor] as Duplex
  pipe.on('error', () => {}) // the worker is killed
  return {
    pipe,
    /** Sends a request; resolves when the worker has begun it. */
    async send(path: string, headers: Record<string, string> = {}) {
      const begun = message(worker)
      request({ port, host: '127.0.0.1', path, headers })
        .on('error', () => {})
        .end()
      await begun
    },
  }
}

async function message<T>(worker: ChildProcess): Promise<T> {
  const [received] = await once(worker, 'message')
  return received as T
}

for (const [how, path] of [
  ['a loop', '/loop'],
  ['a regular expression', '/pattern'],
  ['a wait', '/wait'],
] as const) {
  test(`the request that blocks a worker by ${how} is told apart from those that wait`, async (t) => {
    const { pipe, send } = await startWorker(t)
    await send('/waiting?secret')
    await send('/node/waiting', { 'X-IBM-Client-Id': 'shop' })
    await send(`${path}?secret`)
    const report = await askHungWorker(pipe, 60_000)
    const requests = report?.requests ?? []
    t.deepEqual(requests.map((each) => each.path).toSorted(), ['/node/waiting', path, '/waiting'].toSorted())
    t.like(requests[report?.executed ?? -1], { method: 'GET', path, remote: '127.0.0.1' })
    t.regex(String(report?.stack), /resume .+hanging-worker/)
  })
}

test('a worker that never had a connection is reported without requests, after a deadline', async (t) => {
  const { pipe } = await startWorker(t)
  t.is(await askHungWorker(pipe, 100), undefined)
})
