import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import type { CreateApplicationResponse, ResetSecretResponse } from '../../src/gateway/parts/portal/rest/index.ts'
import { workersOf } from '../_support/child-processes.ts'
import { caller, demo, getToken, requestToken, type TokenAnswer } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { newProofKeys, signProof } from '../_support/dpop.ts'
import { eventually } from '../_support/eventually.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { type Product, sluice, startProduct, temporaryFolder } from '../_support/product.ts'
import { requireSuccess } from '../_support/require-success.ts'
import { Browser } from '../gateway/parts/portal/_support/browser.ts'

const customers = '/acme/sandbox/customerdb/v1/customers'

let server: PostgresServer
const nodes: Product[] = []
const folders: (() => Promise<void>)[] = []

if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
    for (let node = 0; node < 2; node += 1) nodes.push(await startNode())
  })
  test.after.always(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    for (const remove of folders) await remove()
    await server?.close()
  })
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}
const withServer = postgresBinaries ? test.serial : test.skip

/**
 * Starts a node with a data folder and documents of its own; the state of all nodes, the users of the portal and their
 * applications are in one database.
 */
async function startNode(): Promise<Product> {
  const [data, remove] = await temporaryFolder()
  folders.push(remove)
  const documents = join(data, 'documents')
  await copyDocuments(documents)
  await changeText(join(documents, 'catalogs/sandbox/catalog.yaml'), 'portal: #', 'portal:\n  applications: store #')
  await changeText(join(documents, 'catalogs/sandbox/products/customer.yaml'), /\nplans:\n/, `\nplans:\n${onceAnHour}`)
  await changeText(join(documents, 'providers/portal-developers.yaml'), /users_file: .+/, 'users: store')
  return startOn(data)
}

/** Starts a node over the data folder and the documents that `startNode` has made. */
function startOn(data: string): Promise<Product> {
  return startProduct(data, {
    SLUICE_CONFIG: join(data, 'documents'),
    SLUICE_BASE_URL: 'http://gateway.test',
    SLUICE_STORE: server.url,
    SLUICE_DRAIN_DELAY_SECONDS: String(drainDelaySeconds),
  })
}

/** Waits until every worker of every node writes to the database again. */
const everyNodeIssuesTokens = () =>
  eventually(async () => {
    const answers = await Promise.all(nodes.map(({ management }) => fetch(`${management}/readyz?for=tokens`)))
    return answers.every(({ status }) => status === 200) || undefined
  })

/** A plan with one call. */
const onceAnHour = `  once:
    title: Once
    rate-limits: { default: { value: 1/1hour, hard-limit: true } }
    apis: { customer-database: {} }
`

/** Between two calls of the load, so that the nodes that start have the processor. */
const pauseMs = 5

/** How long a node that ends still serves, so that load balancers notice. */
const drainDelaySeconds = 1

const refresh = (gateway: string, refresh_token: string) =>
  requestToken(gateway, { grant_type: 'refresh_token', refresh_token, scope: '' })

withServer('a token of one node opens the API at the other, and a refresh token is used once over both', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const tokens = await getToken(a.gateway)
  t.is((await caller(b.gateway, tokens.access_token)('GET', customers)).status, 200)

  const answers = await Promise.all([a, b, a, b].map((node) => refresh(node.gateway, tokens.refresh_token)))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
})

withServer('a DPoP proof opens the API once over both nodes', async (t) => {
  const keys = newProofKeys()
  const tokenPath = '/acme/sandbox/customer-oauth/oauth2/token'
  const [a, b] = nodes as [Product, Product]
  const response = await fetch(a.gateway + tokenPath, {
    method: 'POST',
    headers: { dpop: signProof(keys, { method: 'POST', url: `http://gateway.test${tokenPath}` }) },
    body: new URLSearchParams(demo),
  })
  const { access_token: token } = (await response.json()) as TokenAnswer
  const dpop = signProof(keys, { method: 'GET', url: `http://gateway.test${customers}`, token })
  const headers = { authorization: `DPoP ${token}`, dpop }
  const answers = await Promise.all([a, b, a, b].map((node) => fetch(node.gateway + customers, { headers })))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
})

withServer('every node lists both, and a command finds that their documents differ', async (t) => {
  const [a] = nodes as [Product, Product] // each has its own ports in its documents
  const readyz = async () => (await (await fetch(`${a.management}/readyz`)).json()) as Record<string, unknown>
  await eventually(async () => (await readyz()).warning)
  const body = await readyz()
  t.is(body.status, 'ready')
  t.regex(String(body.warning), /^the nodes have different documents: \w{12} \(.+\); \w{12} \(.+\)$/)
  const metrics = await (await fetch(`${a.management}/metrics`)).text()
  t.is(metrics.match(/^sluice_nodes\{version=".+",revision=".+"\} 1$/gm)?.length, 2)

  const ended = await sluice(['plan', '--nodes', '--exit-code'], a.data)
  t.is(ended.status, 3, ended.errors)
  t.regex(ended.output, /^(.+ {2}version .+ {2}revision \w{12}\n){2}the nodes have different documents/)
})

withServer('a developer signs up at one node and works at the other, also right after a change', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const browser = new Browser(a.gateway, '/acme/sandbox/portal')
  t.is((await browser.signUp('anna')).status, 201)
  browser.origin = b.gateway
  t.like(await browser.get('/session'), { status: 200, body: { name: 'anna' } }, 'the session is at both nodes')
  const created = await browser.call<{ clientSecret: string; application: { credentials: { clientId: string }[] } }>(
    'POST',
    '/applications',
    { name: 'mine', grants: ['password'] },
  )
  t.is(created.status, 201)
  await requireSuccess(browser.call('PUT', '/applications/mine/subscriptions/customer', { plan: 'default-plan' }))

  const { clientSecret, application } = created.body
  const client = { client_id: String(application.credentials[0]?.clientId), client_secret: clientSecret }
  const token = await eventually(() => getToken(a.gateway, { ...client, scope: 'customer' }))
  t.is((await caller(b.gateway, String(token?.access_token))('GET', customers)).status, 200)
})

withServer('a plan, a secret and a suspension that change at one node hold at the other', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const browser = new Browser(a.gateway, '/acme/sandbox/portal')
  t.is((await browser.signUp('carla')).status, 201)
  const created = await browser.call<CreateApplicationResponse>('POST', '/applications', {
    name: 'shared',
    grants: ['password'],
  })
  const client_id = String(created.body.application.credentials[0]?.clientId)
  const client = (secret: string | undefined) => ({ client_id, client_secret: String(secret), scope: 'customer' })
  const subscribe = (plan: string) => browser.call('PUT', '/applications/shared/subscriptions/customer', { plan })
  t.is((await subscribe('default-plan')).status, 200)
  const token = await eventually(() => getToken(b.gateway, client(created.body.clientSecret)))
  const callB = async () => (await caller(b.gateway, String(token?.access_token))('GET', customers)).status
  const untilB = (status: number) => eventually(async () => ((await callB()) === status ? status : undefined))
  t.is(await untilB(200), 200)

  t.is((await subscribe('once')).status, 200)
  t.is(await untilB(429), 429, 'the limit of the other plan')
  t.is((await subscribe('default-plan')).status, 200)
  t.is(await untilB(200), 200)

  const reset = await browser.call<ResetSecretResponse>('POST', '/applications/shared/secrets', { keepOld: false })
  const refused = await eventually(async () => {
    const { status } = await requestToken(b.gateway, client(created.body.clientSecret))
    return status === 200 ? undefined : status
  })
  t.is(refused, 401, 'the secret before')
  t.is((await requestToken(b.gateway, client(reset.body.clientSecret))).status, 200)

  const environment = { SLUICE_CONFIG: join(a.data, 'documents'), SLUICE_STORE: server.url }
  const ended = await sluice(['apps', 'suspend', 'shared'], a.data, environment)
  t.is(ended.status, 0, ended.errors)
  t.is(await untilB(401), 401, 'a token of the suspended application')
  const metrics = await (await fetch(`${b.management}/metrics`)).text()
  t.regex(metrics, /^sluice_application_changes_received_total\{late="(?:true|false)"\} [1-9]/m)
})

withServer('a rolling restart under load loses no call, and a session goes on', async (t) => {
  const browser = new Browser(String(nodes[0]?.gateway), '/acme/sandbox/portal')
  await requireSuccess(browser.signUp('bert'))
  const { access_token: token } = await getToken(String(nodes[0]?.gateway))
  const ready = new Set(nodes)
  const counts: Record<string, number> = {}
  let isOver = false

  /** Sends calls and token requests in turn to the nodes that are ready, as a load balancer does. */
  async function sendLoad(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const [...choice] = ready
      const node = choice[turn % choice.length] as Product
      const answer = turn % 8 === 0 ? requestToken(node.gateway) : caller(node.gateway, String(token))('GET', customers)
      const result = await answer.then(
        async (each) => [each.status, await each.text()] as const,
        (error: Error) => [`${error.message} ${(error.cause as Error | undefined)?.message}`] as const,
      )
      counts[result[0]] = (counts[result[0]] ?? 0) + 1
      await delay(pauseMs)
    }
  }
  async function checkReadiness(): Promise<void> {
    while (!isOver) {
      for (const node of nodes) {
        const isReady = await fetch(`${node.management}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        )
        if (isReady) ready.add(node)
        else ready.delete(node)
      }
      await delay(50)
    }
  }
  const running = [sendLoad(), sendLoad(), checkReadiness()]
  for (const index of [0, 1]) {
    const old = nodes[index] as Product
    t.is(await old.stop(), 0)
    ready.delete(old)
    nodes[index] = await startNode()
    await eventually(async () => ready.has(nodes[index] as Product) || undefined)
  }
  isOver = true
  await Promise.all(running)
  t.deepEqual(Object.keys(counts), ['200'], JSON.stringify(counts))
  browser.origin = String(nodes[1]?.gateway)
  t.like(await browser.get('/session'), { status: 200, body: { name: 'bert' } })
})

withServer('wrong passwords at one node count at the other', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const tryTwelve = async (username: string) => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const node = attempt % 2 === 0 ? a : b
      statuses.push((await requestToken(node.gateway, { username, password: 'wrong' })).status)
    }
    return statuses
  }
  // Failures count from one quarter of an hour to the next: twelve that have one between them say nothing.
  const quarter = () => Math.floor(Date.now() / 900_000)
  const before = quarter()
  const statuses = await tryTwelve('bob')
  const counted = quarter() === before ? statuses : await tryTwelve('ben')
  t.deepEqual(counted, [...Array(10).fill(400), 429, 429])
})

withServer('without the database tokens are checked, and none is issued until it is back', async (t) => {
  const [a] = nodes as [Product, Product]
  const { access_token: token } = await getToken(a.gateway)
  t.is((await caller(a.gateway, token)('GET', customers)).status, 200)

  await server.crash()
  const refused = await requestToken(a.gateway)
  t.is(refused.status, 503)
  t.is(((await refused.json()) as { error: string }).error, 'temporarily_unavailable')
  t.is(refused.headers.get('retry-after'), '5')
  t.is((await caller(a.gateway, token)('GET', customers)).status, 200)

  await server.start()
  const answered = await eventually(async () => {
    const { status } = await requestToken(a.gateway)
    return status === 200 || undefined
  })
  t.true(answered)
  t.true(await everyNodeIssuesTokens())
})

withServer('without the database a node starts and replaces workers from its own copy, and says so', async (t) => {
  const old = nodes[0] as Product
  const browser = new Browser(old.gateway, '/acme/sandbox/portal')
  t.is((await browser.signUp('dana')).status, 201)
  const created = await browser.call<CreateApplicationResponse>('POST', '/applications', {
    name: 'copied',
    grants: ['password'],
  })
  t.is(created.status, 201)
  await requireSuccess(browser.call('PUT', '/applications/copied/subscriptions/customer', { plan: 'default-plan' }))
  const { clientSecret, application } = created.body
  const client = { client_id: String(application.credentials[0]?.clientId), client_secret: String(clientSecret) }
  const { access_token: revoked } = await getToken(old.gateway)
  const ended = await sluice(['token', 'revoke', '--user', 'alice'], old.data, { SLUICE_STORE: server.url })
  t.is(ended.status, 0, ended.errors)
  // The tokens of the next second are revoked, too.
  const token = await eventually(async () => {
    const { access_token: each } = await getToken(old.gateway, { ...client, scope: 'customer' })
    return (await caller(old.gateway, each)('GET', customers)).status === 200 ? each : undefined
  })
  const revokedAt = Date.now() / 1_000
  const metric = async (node: Product, name: string) => {
    const text = await (await fetch(`${node.management}/metrics`)).text()
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  }
  const isSaved = async () => (await metric(old, 'sluice_store_copy_saved_seconds')) > revokedAt || undefined
  t.true(await eventually(isSaved))

  await server.crash()
  t.is(await old.stop(), 0)
  const node = await startOn(old.data)
  nodes[0] = node
  const assertServes = async () => {
    t.is((await caller(node.gateway, String(token))('GET', customers)).status, 200)
    t.is((await caller(node.gateway, revoked)('GET', customers)).status, 401)
  }
  await assertServes()
  const refused = await requestToken(node.gateway)
  t.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
  const readyz = async (query = '') => {
    const response = await fetch(`${node.management}/readyz${query}`)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const isDegraded = async () => (await readyz()).body.status === 'degraded' || undefined
  t.true(await eventually(isDegraded))
  const { status, body } = await readyz()
  t.is(status, 200)
  t.regex((body.checks as { storeCopy: string }).storeCopy, /^\d of \d workers started without the store/)
  t.is((await readyz('?for=tokens')).status, 503)
  t.true((await metric(node, 'sluice_workers_on_store_copy')) > 0)
  t.regex(node.log(), /this process starts from the copy, and does not know later changes/)

  const [victim] = workersOf(node.pid)
  process.kill(Number(victim), 'SIGKILL')
  t.true(await eventually(async () => (await metric(node, 'sluice_worker_deaths_total')) === 1 || undefined))
  t.true(await eventually(async () => (await readyz()).body.workers === 1 || undefined))
  for (let call = 0; call < 4; call += 1) await assertServes()

  await server.start()
  t.true(await eventually(async () => (await requestToken(node.gateway)).status === 200 || undefined))
  t.true(await eventually(async () => (await readyz()).body.status === 'ready' || undefined))
  t.is(await metric(node, 'sluice_workers_on_store_copy'), 0)
  await assertServes()
  t.true(await everyNodeIssuesTokens())
})

withServer('a node explains a call that another node has served', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const { access_token } = await getToken(a.gateway)
  const response = await caller(a.gateway, access_token)('GET', customers)
  const id = String(response.headers.get('x-request-id'))
  const output = await eventually(async () => {
    const why = await sluice(['why', id], b.data, { SLUICE_STORE: server.url })
    return why.output.includes('was served: 200\n') ? why.output : undefined // a busy node does not answer in time
  })
  t.regex(output ?? '', /invoke +apis\/customer/)
})

withServer('a node knows what calls of other nodes did to the messages of a trace', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const { access_token } = await getToken(a.gateway)
  const traceId = '1af7651916cd43dd8448eb211c80319c'
  const queue = '/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message'
  const ids: string[] = []
  for (const { gateway } of nodes) {
    const put = await caller(gateway, access_token)('POST', queue, 'one', {
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    })
    t.is(put.status, 201)
    ids.push(String(put.headers.get('x-request-id')))
  }
  for (const each of [a, b]) {
    const output = await eventually(async () => {
      const why = await sluice(['why', traceId], each.data, { SLUICE_STORE: server.url })
      return ids.every((id) => why.output.includes(`sandbox-app (default-plan),  call ${id}`)) ? why.output : undefined
    })
    t.regex(output ?? '', /was served: 201\n/)
  }
})

withServer('a node that is killed loses nothing, and another one takes its place', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const tokens = await getToken(a.gateway)
  await a.kill()
  t.is((await caller(b.gateway, tokens.access_token)('GET', customers)).status, 200)
  const answer = await refresh(b.gateway, tokens.refresh_token)
  t.is(answer.status, 200)
  const { access_token } = (await answer.json()) as TokenAnswer

  nodes[0] = await startNode()
  t.is((await caller(nodes[0].gateway, access_token)('GET', customers)).status, 200)
})

withServer('a command of any machine revokes the tokens of a user at all nodes', async (t) => {
  const tokens = await Promise.all(nodes.map(({ gateway }) => getToken(gateway)))
  const call = (index: number) =>
    caller(String(nodes[index]?.gateway), String(tokens[index]?.access_token))('GET', customers)
  t.deepEqual([(await call(0)).status, (await call(1)).status], [200, 200])

  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const ended = await sluice(['token', 'revoke', '--user', 'alice'], data, { SLUICE_STORE: server.url })
  t.is(ended.status, 0, ended.errors)
  for (const index of [0, 1])
    t.true(
      await eventually(async () => (await call(index)).status === 401 || undefined),
      `node ${index} still accepts the token`,
    )
})
