/** What is made for one call is reachable only from that call, while its connections stay open. */
import { EventEmitter } from 'node:events'
import { Agent, type IncomingMessage, request as send } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { FastPathResponse } from '../../../src/shared/http/fast-path/fast-path-response.ts'
import type { HttpResponse } from '../../../src/shared/http/message/http-response.ts'
import { collectGarbage } from '../../_support/collect-garbage.ts'
import { api, catalog, config, operation } from './_support/documents.ts'
import { bodyOf, startBackend, startGateway } from './_support/servers.ts'

const calls = 20

/** Sends the calls one after the other on one connection. A body arrives after its head, in pieces. */
async function sendCalls(t: ExecutionContext, { method, headers }: { method: string; headers: object }) {
  /** The number of different functions per event. The functions are held weakly: they may hold calls. */
  const counts = new Map<string, number>()
  const known = new Map<string, WeakSet<object>>()
  const ended: WeakRef<object>[] = []
  const note = (key: string, listener: object) => {
    const functions = known.get(key) ?? new WeakSet()
    known.set(key, functions)
    if (!functions.has(listener)) counts.set(key, (counts.get(key) ?? 0) + 1)
    functions.add(listener)
  }
  const observe = (name: string, observed: object) => {
    ended.push(new WeakRef(observed))
    if (!(observed instanceof EventEmitter)) return
    for (const event of observed.eventNames())
      for (const each of observed.rawListeners(event)) note(`${name} ${String(event)}`, each)
  }
  const { on } = FastPathResponse.prototype // it has no list that a test can read
  FastPathResponse.prototype.on = function (event, run, isOnce) {
    note(`response ${event}`, run)
    return on.call(this, event, run, isOnce)
  }
  const backend = await startBackend(async (request, response) => response.end(await bodyOf(request)))
  const operations = [operation('GET', '/customers'), operation('POST', '/customers')]
  const gateway = await startGateway(
    config(catalog([api(backend.url, { operations })])),
    {},
    (request: IncomingMessage, response: HttpResponse) => {
      observe('request', request)
      observe('response', response)
    },
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(async () => {
    FastPathResponse.prototype.on = on
    agent.destroy()
    await gateway.close()
    await backend.close()
  })

  const url = `${gateway.url}/acme/sandbox/customerdb/v1/customers`
  for (let sent = 0; sent < calls; sent += 1) {
    const status = await new Promise((resolve, reject) => {
      const call = send(url, { agent, method, headers: { ...headers } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      call.on('error', reject)
      if (method === 'GET') call.end()
      else {
        call.flushHeaders()
        setImmediate(() => call.write('ab', () => call.end('cd')))
      }
    })
    t.is(status, 200)
  }
  await gateway.recorded(calls)
  return { counts, ended }
}

for (const [title, call, isFast] of [
  ['without a body', { method: 'GET', headers: {} }, true],
  ['with a body that streams', { method: 'POST', headers: { 'content-length': 4 } }, true],
  ["that Node's server reads", { method: 'POST', headers: { 'transfer-encoding': 'chunked' } }, false],
] as const) {
  test.serial(`calls ${title} share their listener functions, and nothing keeps them after their end`, async (t) => {
    const { counts, ended } = await sendCalls(t, call)
    t.is(counts.get('response close'), isFast ? 1 : 2)
    // Node's server adds functions of its own to each request and response.
    if (isFast) for (const [event, count] of counts) t.is(count, 1, event)
    await collectGarbage()
    t.is(ended.length, 2 * calls)
    const kept = ended.filter((each) => each.deref() !== undefined)
    t.true(kept.length <= (isFast ? 0 : 2), `${kept.length} of ${ended.length} are kept`)
  })
}
