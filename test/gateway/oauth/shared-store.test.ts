import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqliteStore, type StateStore } from '../../../src/shared/storage/index.ts'
import { eventually } from '../../_support/eventually.ts'
import { authorize, proof, redemption } from './_support/browser.ts'
import { app, managed } from './_support/features.ts'
import { passwordForm, post, type Running, run } from './_support/provider.ts'

/** Connections to one file on disk, as several processes have them. */
async function connections(t: ExecutionContext, count: number, clock = Date.now): Promise<StateStore[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-oauth-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(folder, 'state.sqlite')
  const stores: StateStore[] = []
  for (let number = 0; number < count; number += 1) stores.push(await openSqliteStore({ file, clock }))
  t.teardown(() => Promise.all(stores.map((store) => store.close())))
  return stores
}

/** Two workers under one address: the second speaks for the issuer of the first. No window ends while they run. */
async function workers(t: ExecutionContext) {
  const now = Date.now()
  const [one, two] = (await connections(t, 2, () => now)) as [StateStore, StateStore]
  const first = await run(t, { store: one, settings: managed, now })
  const second = await run(t, { store: two, settings: managed, now, baseUrl: first.baseUrl })
  return { first, second, addresses: [first.address, second.address] as const }
}

test('of fifty concurrent refreshes at two workers exactly one succeeds', async (t) => {
  const { first, addresses } = await workers(t)
  const { refresh_token } = await first.signIn()
  const form = { ...app, grant_type: 'refresh_token', refresh_token }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => post(`${addresses[(number % 2) as 0 | 1]}/oauth2/token`, form)),
  )
  t.is(answers.filter(({ status }) => status === 200).length, 1)
  t.is(answers.filter(({ body }) => body.error === 'invalid_grant').length, 49)
})

test('a token of one worker is valid at the other, until it is revoked at either', async (t) => {
  const { first, second, addresses } = await workers(t)
  const { access_token: token } = await first.signIn()
  t.like(second.provider.verify(token), { subject: 'alice' })

  await post(`${addresses[1]}/oauth2/revoke`, { ...app, token })
  await eventually(async () => 'refused' in (await first.provider.verify(token)) || undefined)
  t.like(first.provider.verify(token), { refused: 'invalid_token', reason: 'revoked' })
})

/** A load balancer that sends each request to the next worker. `counts` has the requests of each. */
async function startBalancer(t: ExecutionContext) {
  const targets: string[] = []
  const counts = [0, 0]
  let turn = 0
  const server = createServer((incoming, response) => {
    const index = turn % 2
    turn += 1
    counts[index] = (counts[index] ?? 0) + 1
    const { hostname, port } = new URL(String(targets[index]))
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  return { targets, counts, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a sign-in on the pages goes on when each request reaches the other worker', async (t) => {
  const { targets, counts, origin } = await startBalancer(t)
  const stores = await connections(t, 2)
  const settings = { ...managed, grants: new Set(['access_code'] as const) }
  const workers = await Promise.all(stores.map((store) => run(t, { store, settings, baseUrl: origin })))
  targets.push(...workers.map(({ address }) => address))
  const { verifier, challenge } = proof()
  const { url } = await authorize(workers[0] as Running, challenge)
  const tokens = await post(`${workers[0]?.issuer}/oauth2/token`, redemption(url, verifier))
  t.is(tokens.status, 200, tokens.text)
  t.true(
    counts.every((count) => count >= 2),
    `requests of the workers: ${counts}`,
  )
  for (const { provider } of workers) t.like(provider.verify(tokens.body.access_token), { subject: 'alice' })
})

test('failed attempts at two workers share one limit', async (t) => {
  const { addresses } = await workers(t)
  const guesses = Array.from({ length: 40 }, (_, number) =>
    post(`${addresses[(number % 2) as 0 | 1]}/oauth2/token`, { ...passwordForm, password: `guess ${number}` }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  t.is(statuses.filter((status) => status === 400).length, 10)
  t.is(statuses.filter((status) => status === 429).length, 30)
})

/** The status of a form that is posted from one of the addresses of this machine. */
async function postFrom(localAddress: string, url: string, form: Record<string, string>): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = request(url, { method: 'POST', headers, localAddress, agent: false })
  sent.end(new URLSearchParams(form).toString())
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode as number
}

for (const [title, path, right, wrong, refused] of [
  ['the password of a user', 'token', passwordForm, { password: 'guess' }, 400],
  ['the secret of a client', 'token', passwordForm, { client_secret: 'guess' }, 401],
  ['the secret of a client that introspects', 'introspect', { ...app, token: 'x' }, { client_secret: 'guess' }, 401],
  ['the secret of a client that revokes', 'revoke', { ...app, token: 'x' }, { client_secret: 'guess' }, 401],
] as const) {
  test(`failed attempts for ${title} lock their IP address at both workers, and no other`, async (t) => {
    const { addresses } = await workers(t)
    const url = (number: number) => `${addresses[(number % 2) as 0 | 1]}/oauth2/${path}`
    for (const number of [0, 1, 2, 3]) t.is(await postFrom('127.0.0.9', url(number), right), 200)

    const statuses: number[] = []
    for (let number = 0; number < 40; number += 1)
      statuses.push(await postFrom('127.0.0.9', url(number), { ...right, ...wrong }))
    const count = refused === 400 ? 10 : 30
    t.deepEqual(statuses, [...Array(count).fill(refused), ...Array(40 - count).fill(429)])

    for (const number of [0, 1]) {
      t.is(await postFrom('127.0.0.9', url(number), right), 429)
      t.is(await postFrom('127.0.0.1', url(number), right), 200)
      t.is(await postFrom('127.0.0.8', url(number), right), 200)
    }
  })
}
