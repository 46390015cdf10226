import test from 'ava'

import { caller, getToken, requestToken, type TokenAnswer } from '../_support/client.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { type Product, sluice, startProduct, temporaryFolder } from '../_support/product.ts'

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
    for (const node of nodes) await node.stop()
    for (const remove of folders) await remove()
    await server?.close()
  })
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}
const withServer = postgresBinaries ? test.serial : test.skip

/** Starts a node with a data folder of its own; the state of all nodes is in one database. */
async function startNode(): Promise<Product> {
  const [data, remove] = await temporaryFolder()
  folders.push(remove)
  return startProduct(data, { SLUICE_BASE_URL: 'http://gateway.test', SLUICE_STORE: server.url })
}

const refresh = (gateway: string, refresh_token: string) =>
  requestToken(gateway, { grant_type: 'refresh_token', refresh_token, scope: '' })

withServer(
  'a token of one node opens the API at the other, and a refresh token is used once over both',
  async (t) => {
    const [a, b] = nodes as [Product, Product]
    const tokens = await getToken(a.gateway)
    t.is((await caller(b.gateway, tokens.access_token)('GET', customers)).status, 200)

    const answers = await Promise.all([a, b, a, b].map((node) => refresh(node.gateway, tokens.refresh_token)))
    t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
  },
)

withServer('every node lists both, and a command finds that their documents differ', async (t) => {
  const [a] = nodes as [Product, Product] // each has its own ports in its documents
  const readyz = async () => (await (await fetch(`${a.management}/readyz`)).json()) as Record<string, unknown>
  const deadline = performance.now() + 30_000
  let body = await readyz()
  while (body.warning === undefined && performance.now() < deadline) body = await readyz()
  t.is(body.status, 'ready')
  t.regex(String(body.warning), /^the nodes have different documents: \w{12} \(.+\); \w{12} \(.+\)$/)
  const metrics = await (await fetch(`${a.management}/metrics`)).text()
  t.is(metrics.match(/^sluice_nodes\{version=".+",revision=".+"\} 1$/gm)?.length, 2)

  const ended = await sluice(['plan', '--nodes', '--exit-code'], a.data)
  t.is(ended.status, 3, ended.errors)
  t.regex(ended.output, /^(.+ {2}version .+ {2}revision \w{12}\n){2}the nodes have different documents/)
})

withServer('wrong passwords at one node count at the other', async (t) => {
  const [a, b] = nodes as [Product, Product]
  const wrong = (node: Product) => requestToken(node.gateway, { username: 'bob', password: 'wrong' })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    statuses.push((await wrong(attempt % 2 === 0 ? a : b)).status)
  }
  t.deepEqual(statuses, [...Array(10).fill(400), 429, 429])
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
  const deadline = performance.now() + 20_000
  let answer = await requestToken(a.gateway)
  while (answer.status !== 200 && performance.now() < deadline) answer = await requestToken(a.gateway)
  t.is(answer.status, 200)
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
  const deadline = performance.now() + 20_000
  for (const index of [0, 1]) {
    while ((await call(index)).status !== 401)
      if (performance.now() > deadline) return t.fail(`node ${index} still accepts the token`)
  }
  t.pass()
})
