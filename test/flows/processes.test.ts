import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import test from 'ava'
import { childrenOf, workersOf } from '../_support/child-processes.ts'
import { caller, getToken } from '../_support/client.ts'
import { changeText } from '../_support/documents.ts'
import { logLines, sluice, startProduct, temporaryFolder } from '../_support/product.ts'
import { requireSuccess } from '../_support/require-success.ts'
import { sharedProduct } from '../_support/shared-product.ts'

/** Every process blocks its event loop for ever at a request with this query, as a faulty policy could, but in sleep. */
const hang = `
  const { test } = RegExp.prototype
  const never = new Int32Array(new SharedArrayBuffer(4))
  RegExp.prototype.test = function (text) {
    while (text === '?hang-now') Atomics.wait(never, 0, 0, 10)
    return test.call(this, text)
  }`

const product = sharedProduct(test, {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hang)}`,
  SLUICE_WORKERS: '2',
  SLUICE_WORKER_TIMEOUT_SECONDS: '10', // a busy machine can keep a worker waiting for seconds
  SLUICE_DRAIN_DELAY_SECONDS: '8',
  SLUICE_WARM_UP_CALLS: '50',
}) // the last test is its end

test.serial('the management port serves liveness, readiness and metrics', async (t) => {
  const { gateway, management } = product
  const { access_token } = await getToken(gateway)
  await caller(`${gateway}/acme/sandbox/customerdb/v1`, access_token)('GET', '/customers')

  t.is((await fetch(`${management}/livez`)).status, 200)
  t.like(await (await fetch(`${management}/readyz`)).json(), { status: 'ready', workers: 2 })
  const metrics = await (await fetch(`${management}/metrics`)).text()
  t.regex(metrics, /^sluice_calls_total\{.*operation="getAllCustomers".*\} 1$/m)
  t.notRegex(metrics + product.log(), /warm-up|before the start/) // the calls with which workers warm up are not counted, and none fails
  t.regex(metrics, /^sluice_build_info\{version="\d+\.\d+\.\d+",revision="[0-9a-f]{40}",node="24\.[\d.]+"\} 1$/m)
})

test.serial('the log has one line for a call, without secrets', async (t) => {
  const tokens = await getToken(product.gateway)
  const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, tokens.access_token)
  const id = (await call('GET', '/customers')).headers.get('x-request-id') as string
  const refused = (await call('GET', '/customers', undefined, { authorization: 'Bearer nonsense' })).headers.get(
    'x-request-id',
  ) as string
  const isTold = (log: string) => [id, refused].every((each) => log.includes(each)) && log.endsWith('\n')
  while (!isTold(product.log())) await setTimeout(20)

  const lines = product
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const served = lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line))
  t.is(served.length, 1)
  t.like(served[0], {
    org: 'acme',
    catalog: 'sandbox',
    api: 'customer-database:1.0.0',
    operation: 'getAllCustomers',
    status: 200,
  })
  t.like(served[0], { application: 'sandbox-app' })
  t.is(lines.filter((line) => line.includes(refused)).length, 1)
  for (const secret of [
    tokens.access_token,
    tokens.refresh_token,
    'wonderland',
    'sandbox-secret',
    'passw0rd',
    'nonsense',
  ]) {
    t.false(product.log().includes(secret), `the log holds ${secret.slice(0, 12)}…`)
  }
})

test.serial('connections of a worker that died get a response or are closed', async (t) => {
  const { pid, gateway } = product
  const { port } = new URL(gateway)
  /** A call over a connection of its own; how it ended. */
  const attempt = () =>
    new Promise<'answered' | 'broken'>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write('GET /acme/sandbox/customerdb/v1/customers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      let answer = ''
      socket.on('data', (part) => {
        answer += part
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(answer.startsWith('HTTP/1.1 401 ') ? 'answered' : 'broken'))
    })
  const ends = { answered: 0, broken: 0 }
  const victims = childrenOf(pid).slice(0, 2)
  const callers = Array.from({ length: 20 }, async () => {
    while (ends.answered < 300) {
      ends[await attempt()] += 1
      const [victim] = victims
      if (victim !== undefined && ends.answered > 100 * (3 - victims.length)) {
        victims.shift()
        process.kill(victim, 'SIGKILL')
      }
    }
  })
  await Promise.all(callers) // a caller that is left waiting keeps the test from ending
  t.deepEqual(victims, [])
})

for (const [title, victims] of [
  ['a worker that dies is replaced', 1],
  ['when all workers die, others take their place on the same port', 2],
] as const) {
  test.serial(title, async (t) => {
    const { pid, gateway, management } = product
    const before = childrenOf(pid)
    for (const victim of before.slice(0, victims)) process.kill(victim, 'SIGKILL')

    const deadline = Date.now() + 120_000
    const isWhole = async () => {
      const { workers: ready } = (await (await fetch(`${management}/readyz`)).json()) as { workers: number }
      const living = childrenOf(pid).filter((each) => !before.slice(0, victims).includes(each))
      return ready === 2 && living.length === 2
    }
    while (!(await isWhole()) && Date.now() < deadline) await setTimeout(50)
    t.true(await isWhole())
    for (let call = 0; call < 4; call += 1) t.truthy((await getToken(gateway)).access_token)
  })
}

test.serial('a worker that hangs is left out, killed and replaced', async (t) => {
  const { pid, folder, gateway, management } = product
  const text = async (path: string) => (await fetch(`${management}${path}`)).text()
  const [victim] = workersOf(pid) as [number]
  process.kill(victim, 'SIGSTOP')
  while (!(await text('/readyz')).includes('"workers":1')) await setTimeout(50)

  // What it measured stays in the sums, and the documents change without it.
  const metrics = await text('/metrics')
  t.regex(metrics, /^sluice_workers_silent 1$/m)
  t.regex(metrics, /^sluice_worker_memory_bytes \d+/m)
  await changeText(join(folder, 'catalogs/sandbox/catalog.yaml'), 'title: Sandbox', 'title: Other')
  while (!/^sluice_config_reloads_total\{result="used"\} 2$/m.test(await text('/metrics'))) await setTimeout(50)

  while (workersOf(pid).includes(victim) || !(await text('/readyz')).includes('"workers":2')) await setTimeout(50)
  t.regex(product.log(), new RegExp(`"worker":${victim},"reason":"it does not respond any more"`))
  t.regex(await text('/metrics'), /^sluice_workers_silent 0$/m)
  for (let call = 0; call < 4; call += 1) t.truthy((await getToken(gateway)).access_token)
})

test.serial('a worker that hangs logs its requests, and a request that did it twice is refused', async (t) => {
  const { gateway } = product
  const { access_token } = await getToken(gateway)
  const call = caller(`${gateway}/acme/sandbox/customerdb/v1`, access_token)
  const hangs = () => logLines(product.log().replace(/[^\n]*$/, '')).filter(({ stack }) => stack !== undefined)
  for (let count = 1; count <= 2; count += 1) {
    await t.throwsAsync(call('GET', '/customers?hang-now'))
    while (hangs().length < count) await setTimeout(50)
  }
  for (const { reason, requests, stack } of hangs()) {
    t.is(reason, 'it does not respond any more')
    const [executed] = requests as object[]
    t.like(executed, { method: 'GET', path: '/acme/sandbox/customerdb/v1/customers', executed: true })
    t.regex(String(stack), /readRequestTarget/)
  }
  const refused = await call('GET', '/customers?hang-now')
  t.is(refused.status, 503)
  t.is(refused.headers.get('retry-after'), '300')
  t.is((await call('GET', '/customers/1')).status, 503, 'no client was known, so the network is refused at this API')
  const other = await fetch(`${gateway}/acme/sandbox/mq/v1/nowhere`)
  t.is(other.status, 404, 'and at no other')
  const why = await sluice(['why', String(refused.headers.get('x-request-id'))], product.data)
  t.regex(why.output, /hang/)
  t.regex(await (await fetch(`${product.management}/metrics`)).text(), /reason="hang_repeated"/)
})

test.serial('a stop turns readiness off first, gives a last response and ends waiting gets early', async (t) => {
  const { gateway, management, mqweb, stop } = product
  const { access_token } = await getToken(gateway)
  const call = caller(`${gateway}/acme/sandbox/mq/v1`, access_token)

  // Waits at the backend until a message comes.
  const waiting = call('DELETE', '/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message?wait=600000')
  await requireSuccess(call('POST', '/messaging/qmgr/QM1/queue/DEV.QUEUE.2/message', 'x'))
  const clients = [
    ...Array.from({ length: 10 }, () => busyClient(new URL(gateway), access_token)),
    ...Array.from({ length: 2 }, () => busyClient(new URL(mqweb), access_token)),
  ]
  await Promise.all(clients.map(({ begun }) => begun))
  const stopped = stop()

  const readyz = async () => (await fetch(`${management}/readyz`)).json()
  while (((await readyz()) as { status: string }).status === 'ready') await setTimeout(20)
  t.like(await readyz(), { checks: { lifecycle: 'the gateway ends', workers: 'ok', store: 'ok' } })
  t.truthy((await getToken(gateway)).access_token) // new connections are served until the drain delay is over

  t.is((await waiting).status, 204)
  for (const { last } of clients) t.regex(await last, /^HTTP\/1\.1 \d{3} [\s\S]*\r\nConnection: close\r\n/i)
  t.is(await stopped, 0)
  await t.throwsAsync(fetch(`${management}/livez`))
})

test.serial('a worker that dies before it serves is replaced, counted and logged', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const victim = Promise.withResolvers<number>()
  const started = startProduct(data, { SLUICE_WORKERS: '2' }, async (pid) => {
    let [worker] = workersOf(pid)
    for (; worker === undefined; [worker] = workersOf(pid)) await setTimeout(5)
    process.kill(worker, 'SIGKILL')
    victim.resolve(worker)
  })
  const { management, log, stop } = await started
  t.teardown(stop)
  t.like(await (await fetch(`${management}/readyz`)).json(), { status: 'ready', workers: 2 })
  t.regex(await (await fetch(`${management}/metrics`)).text(), /^sluice_worker_deaths_total 1$/m)
  t.regex(log(), new RegExp(`"worker":${await victim.promise},"code":null,"signal":"SIGKILL"`))
  t.is(await stop(), 0)
})

/** Sends one request after the other on one connection until the other side ends it. */
function busyClient({ protocol, hostname, port }: URL, token: string) {
  const begun = Promise.withResolvers<void>()
  const address = { port: Number(port), host: hostname }
  const socket = protocol === 'https:' ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address)
  let last = ''
  const request = () =>
    socket.write(
      `GET /acme/sandbox/customerdb/v1/customers/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
  socket.setEncoding('latin1').on('data', (text: string) => {
    last = text.startsWith('HTTP/1.1 ') ? text : last + text
    const [head, body] = last.split('\r\n\r\n')
    const length = /\r\nContent-Length: (\d+)/i.exec(head as string)?.[1]
    const isWhole = length ? body?.length === Number(length) : last.endsWith('0\r\n\r\n')
    if (!isWhole) return
    begun.resolve()
    if (!/\r\nConnection: close/i.test(head as string)) request()
  })
  const ended = new Promise<string>((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve(last))
  })
  request()
  return { begun: begun.promise, last: ended }
}
