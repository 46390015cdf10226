import { createServer } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import type { QueueManager } from '../../../src/mq/manager/index.ts'
import { createHealthHandler } from '../../../src/mq/web/health.ts'

function manager(state: QueueManager['state']): QueueManager {
  return { state } as Partial<QueueManager> as QueueManager
}

async function open(t: ExecutionContext, managers: Record<string, QueueManager>) {
  const installation = { list: () => Object.values(managers), find: (name: string) => managers[name] }
  const server = createServer(
    createHealthHandler(installation, isServedElsewhere, (_, response) => response.writeHead(418).end('next')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  return (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
}

/** A standby is served by its active instance. */
const isServedElsewhere = async ({ state }: QueueManager) => state === 'standby'

for (const [title, managers, status, word] of [
  ['no queue manager', {}, 200, 'ready'],
  ['a running queue manager', { A: manager('running') }, 200, 'ready'],
  ['a standby whose active instance is known', { A: manager('standby') }, 200, 'ready'],
  ['a queue manager that starts', { A: manager('starting') }, 503, 'unavailable'],
  ['one of two', { A: manager('running'), B: manager('starting') }, 200, 'degraded'],
  ['an ended queue manager beside a running one', { A: manager('running'), B: manager('ended') }, 200, 'ready'],
] as const) {
  test(`/readyz says ${status} ${word} for ${title}`, async (t) => {
    const ask = await open(t, managers)
    const response = await ask('/readyz')
    t.is(response.status, status)
    t.deepEqual(await response.json(), { status: word })
    t.is(response.headers.get('retry-after'), status === 503 ? '1' : null)
    t.is((await ask('/livez')).status, 200)
  })
}

test('/readyz?qmgr= is about one queue manager', async (t) => {
  const ask = await open(t, { A: manager('running'), 'B/1': manager('ended') })
  t.is((await ask('/readyz?qmgr=A')).status, 200)
  t.is((await ask('/readyz?qmgr=B%2F1')).status, 503)
  t.is((await ask('/readyz?qmgr=NONE')).status, 503)
})

test('other paths and methods are passed on, and HEAD has no body', async (t) => {
  const ask = await open(t, {})
  for (const path of ['/', '/readyzz', '/livez/x']) t.is((await ask(path)).status, 418, path)
  t.is((await ask('/readyz', 'POST')).status, 418)
  const head = await ask('/readyz', 'HEAD')
  t.is(head.status, 200)
  t.is(await head.text(), '')
})
