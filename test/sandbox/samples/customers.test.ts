import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startCustomerApi } from '../../../src/sandbox/samples/index.ts'
import { requireSuccess } from '../../_support/require-success.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-customers-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

let files = 0
const fresh = () => join(folder, `${files++}`, 'customers.sqlite')
const ada = { firstname: 'Ada', lastname: 'Ämter', address: '9 The Street, The Town' }

type Body = Record<string, unknown> & { length: number; error: string; [n: number]: unknown }

/** Starts the API on its own file, and answers a function that calls it. */
async function start(t: ExecutionContext, file = fresh()) {
  const server = await startCustomerApi({ host: '127.0.0.1', port: 0, file })
  t.teardown(() => server.close())

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.url}/customerdb/v1${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, body: (await answer.json()) as Body, headers: answer.headers }
  }
  return { call, server }
}

test('begins with eight customers', async (t) => {
  const { call } = await start(t)
  const { status, body } = await call('GET', '/customers')
  t.is(status, 200)
  t.is(body.length, 8)
  t.deepEqual(body[0], { id: 1, firstname: 'Denis', lastname: 'Darner', address: '1 The Street, The Town' })
  t.deepEqual(body[7], { id: 8, firstname: 'Ferne', lastname: 'Foye', address: '8 The Street, The Town' })
})

test('adds, reads, changes and deletes a customer', async (t) => {
  const { call } = await start(t)
  t.like(await call('POST', '/customers', ada), { status: 200, body: { message: 'customer 9 has been added' } })
  t.like(await call('GET', '/customers/9'), { status: 200, body: { id: 9, ...ada } })

  const moved = { id: 9, ...ada, address: 'Elsewhere' }
  t.like(await call('PUT', '/customers/9', moved), { status: 200, body: { message: 'customer 9 has been updated' } })
  t.like(await call('GET', '/customers/9'), { body: moved })

  t.like(await call('DELETE', '/customers/9'), { status: 200, body: { message: 'customer 9 has been deleted' } })
  t.like(await call('GET', '/customers/9'), { status: 404, body: { error: 'there is no customer 9' } })
})

test('never gives an id twice', async (t) => {
  const { call } = await start(t)
  await requireSuccess(call('POST', '/customers', ada))
  await requireSuccess(call('DELETE', '/customers/9'))
  t.like(await call('POST', '/customers', ada), { body: { message: 'customer 10 has been added' } })
})

test('keeps its customers over a restart, and does not fill itself again', async (t) => {
  const file = fresh()
  const first = await start(t, file)
  for (let id = 1; id <= 8; id += 1) await first.call('DELETE', `/customers/${id}`)
  await requireSuccess(first.call('POST', '/customers', ada))
  await first.server.close()

  const second = await start(t, file)
  t.deepEqual((await second.call('GET', '/customers')).body, [{ id: 9, ...ada }])
})

for (const [max, count] of [
  ['3', 3],
  ['0', 0],
  ['100', 8],
] as const) {
  test(`returns ${count} customers for max=${max}`, async (t) => {
    const { call } = await start(t)
    t.is((await call('GET', `/customers?max=${max}`)).body.length, count)
  })
}

for (const query of ['max=', 'max=x', 'max=1.5', 'max=-1', 'max=1&max=2', 'max=99999999999999999999']) {
  test(`refuses ${query}`, async (t) => {
    const { call } = await start(t)
    const { status, body } = await call('GET', `/customers?${query}`)
    t.is(status, 400)
    t.regex(body.error, /^max must /)
  })
}

test('distinguishes an invalid id from an unknown one', async (t) => {
  const { call } = await start(t)
  for (const method of ['GET', 'DELETE']) {
    t.like(await call(method, '/customers/x'), {
      status: 400,
      body: { error: 'customerId must be one integer, found "x"' },
    })
    t.is((await call(method, '/customers/0')).status, 404)
    t.is((await call(method, '/customers/999')).status, 404)
  }
  t.is((await call('PUT', '/customers/999', ada)).status, 404)
})

for (const [title, body, error] of [
  ['a list', [ada], 'the body must be an object with firstname, lastname, address'],
  ['a missing member', { firstname: 'A', lastname: 'B' }, 'address is missing'],
  ['a number', { ...ada, lastname: 7 }, 'lastname must be a text that is not empty, found 7'],
  ['an empty text', { ...ada, lastname: ' ' }, 'lastname must be a text that is not empty, found " "'],
  ['a long text', { ...ada, address: 'x'.repeat(1001) }, 'address is longer than 1000 characters'],
  ['a typing error', { ...ada, adress: 'x' }, 'a customer has no "adress" - did you mean "address"?'],
] as const) {
  test(`refuses ${title} with a reason`, async (t) => {
    const { call } = await start(t)
    t.like(await call('POST', '/customers', body), { status: 400, body: { error } })
    t.like(await call('PUT', '/customers/1', body), { status: 400, body: { error } })
    t.is((await call('GET', '/customers')).body.length, 8)
  })
}

test('does not move a customer to another id', async (t) => {
  const { call } = await start(t)
  t.like(await call('PUT', '/customers/1', { id: 2, ...ada }), {
    status: 400,
    body: { error: 'the body speaks of customer 2, the path of customer 1' },
  })
})

for (const [title, type, body, status] of [
  ['broken JSON', 'application/json', '{"firstname": ', 400],
  ['a bare text', 'application/json', '"Ada"', 400],
  ['a form', 'application/x-www-form-urlencoded', 'firstname=Ada', 415],
  ['no type', '', 'x', 415],
  ['a body that is too long', 'application/json', JSON.stringify('x'.repeat(70_000)), 413],
] as const) {
  test(`responds with ${status} in JSON to ${title}`, async (t) => {
    const { server } = await start(t)
    const answer = await fetch(`${server.url}/customerdb/v1/customers`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    t.is(answer.status, status)
    t.deepEqual(Object.keys((await answer.json()) as object), ['error'])
  })
}

test('responds to other paths and methods in JSON', async (t) => {
  const { call } = await start(t)
  t.like(await call('GET', '/other'), { status: 404, body: { error: 'there is nothing at this path' } })
  const patched = await call('PATCH', '/customers/1', {})
  t.is(patched.status, 405)
  t.is(patched.headers.get('allow'), 'HEAD, GET, PUT, DELETE')
})

test('names a file that is no database', async (t) => {
  const file = join(folder, 'letter.sqlite')
  writeFileSync(file, 'Dear reader, '.repeat(100))
  await t.throwsAsync(startCustomerApi({ host: '127.0.0.1', port: 0, file }), {
    message: `customer database ${file}: file is not a database`,
  })
})

test('names a port that is taken, and lets go of its file', async (t) => {
  const { server } = await start(t)
  const file = fresh()
  await t.throwsAsync(startCustomerApi({ host: '127.0.0.1', port: server.port, file }), {
    message: `port ${server.port} on 127.0.0.1 is taken by another process`,
  })
  const { call } = await start(t, file)
  t.is((await call('GET', '/customers')).status, 200)
})
