import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test from 'ava'
import { demo, getToken, requestToken, tokenPath } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { sluice, temporaryFolder } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const baseUrl = 'http://gateway.test'
const product = sharedProduct(test, { SLUICE_BASE_URL: baseUrl, SLUICE_WORKERS: '2' }) // the last test is its end

/** What a command is told of its documents and address when it cannot ask. */
const environment = () => ({ SLUICE_CONFIG: product.folder, SLUICE_BASE_URL: baseUrl })

/** Documents like those in use, one of them changed. */
async function candidate(t: { teardown(action: () => unknown): void }, file: string, from: string, to: string) {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await copyDocuments(folder)
  await changeText(join(folder, file), from, to)
  return folder
}

test.serial('plan prints what another folder would change', async (t) => {
  const folder = await candidate(t, 'catalogs/sandbox/products/customer.yaml', '100/1hour', '80/1minute')
  const { status, output } = await sluice(['plan', folder], product.data)
  t.is(status, 0)
  t.regex(output, /plan customer\/default-plan: rate limit default: 100 per hour.* -> 80 per minute/)
  t.regex(
    output,
    /\n1 change from the running gateway \([0-9a-f]{12}\) to .* \([0-9a-f]{12}\)\naffected: sandbox-app\n$/,
  )
})

test.serial('plan prints the problems of invalid documents, with status 1', async (t) => {
  const folder = await candidate(t, 'apis/mq.yaml', '- set-variable:', '- set-varable:')
  const { status, output } = await sluice(['plan', folder], product.data)
  t.is(status, 1)
  t.regex(output, /^apis\/mq\.yaml:\d+:\d+ .*did you mean "set-variable"/)
})

test.serial('plan reports that nothing would change', async (t) => {
  const { status, output } = await sluice(['plan', '--json'], product.data)
  t.is(status, 0, output)
  t.like(JSON.parse(output), { valid: true, changes: [] })
})

test.serial('commands fail without a running gateway', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const { status, errors } = await sluice(['plan'], folder)
  t.is(status, 1)
  t.regex(errors, /no gateway runs over .*sluice start/)
})

/** A command asks now and then, and the gateway has the processor between. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('not within two minutes')
    await setTimeout(200)
  }
}

async function refusedCall(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${product.gateway}${path}`, init)
  await answer.arrayBuffer()
  return answer.headers.get('x-request-id') as string
}

test.serial('why prints the checks of a rejected call of any worker', async (t) => {
  const ids = await Promise.all(
    [1, 2, 3, 4].map(() => refusedCall('/acme/sandbox/customerdb/v1/customers', { headers: { connection: 'close' } })),
  )
  for (const id of ids) {
    const { status, output } = await sluice(['why', id], product.data)
    t.is(status, 0)
    t.regex(output, /^GET \/acme\/sandbox\/customerdb\/v1\/customers was answered 401: token_missing\n/)
    t.regex(
      output,
      /NO {2}the request carries credentials\n +seen +no credentials\n +wanted +customer-oauth \(oauth2, scopes customer\)\n +decided at +apis\/customer-database\.yaml:\d+\n/,
    )
  }
})

test.serial('why explains rejections of the token endpoint without secrets', async (t) => {
  const form = new URLSearchParams({
    grant_type: 'password',
    client_id: 'sandbox-app',
    client_secret: 'guessed-secret',
    username: 'alice',
    password: 'wonderland',
  })
  const id = await refusedCall('/acme/sandbox/customer-oauth/oauth2/token', { method: 'POST', body: form })
  const { output } = await sluice(['why', id, '--json'], product.data)
  t.like(JSON.parse(output), { requestId: id, status: 401, reason: 'invalid_client' })
  t.regex(output, /the secret is wrong/)
  t.false(output.includes('guessed-secret'))
})

test.serial('a ceiling in the document of an application is told by why and by decode, with its place', async (t) => {
  const document = 'catalogs/sandbox/applications/sandbox-app.yaml'
  const ceiling = 'token_ceiling: { scopes: [customer, mq.put, mq.get, mq.browse], access_token_ttl: 600 }'
  await changeText(join(product.folder, document), 'redirect_endpoints: []', ceiling)
  const ask = async (scope: string) => {
    const body = new URLSearchParams({ ...demo, scope })
    const answer = await fetch(`${product.gateway}${tokenPath}`, { method: 'POST', body })
    const { access_token: token, expires_in: life } = (await answer.json()) as Record<string, string>
    return { status: answer.status, id: answer.headers.get('x-request-id') as string, token, life }
  }
  await until(async () => (await ask('customer mq.admin')).status === 400)

  const { id } = await ask('mq.admin')
  const why = await sluice(['why', id], product.data)
  t.regex(why.output, /was answered 400: invalid_scope\n/)
  t.regex(why.output, /NO {2}the token ceilings[^\n]*\n.*sandbox-app allows only customer/)
  t.regex(why.output, /decided at +catalogs\/sandbox\/applications\/sandbox-app\.yaml:\d+\n/)

  const { token = '', life } = await ask('customer')
  t.is(Number(life), 600)
  const { output } = await sluice(['token', 'decode', token], product.data)
  t.regex(output, /application sandbox-app: at most the scopes customer, .* \(catalogs.*sandbox-app\.yaml:\d+\)/)
  t.regex(output, /lacks the scope mq\.admin, which the token ceiling of application sandbox-app does not allow/)
})

test.serial('why names the request id of an unknown call', async (t) => {
  const { status, errors } = await sluice(['why', 'nonsense'], product.data)
  t.is(status, 1)
  t.regex(errors, /no record of a call "nonsense"/)
})

const getArgs = ['token', 'get', '--client', 'sandbox-app', '--user', 'alice', '--scope', 'customer']

test.serial('a token is had, read and judged without leaving the machine', async (t) => {
  const got = await sluice(getArgs, product.data, {}, 'sandbox-secret\nwonderland\n')
  t.is(got.status, 0, got.errors)
  const token = got.output.trim()

  const decoded = await sluice(['token', 'decode'], product.data, {}, `${token}\n`)
  t.is(decoded.status, 0)
  t.regex(decoded.output, /^good: signed by http.*\/acme\/sandbox\/customer-oauth, /)
  t.regex(decoded.output, /\n {2}ok {2}GET {4}\/acme\/sandbox\/customerdb\/v1\/customers /)
  t.regex(decoded.output, /\n {2}NO {2}POST .* putMessage - the token lacks the scope mq\.put \(apis\/mq\.yaml:\d+\)/)

  t.is((await sluice(['token', 'check', token, '--operation', 'getCustomer'], product.data)).status, 0)
  t.is((await sluice(['token', 'check', token, '--operation', 'putMessage'], product.data)).status, 1)
  t.is((await sluice(['token', 'check', `${token}x`], product.data)).status, 1)
})

test.serial('a rejected token request names the command that explains it', async (t) => {
  const { status, errors } = await sluice(getArgs, product.data, {}, 'sandbox-secret\nguess\n')
  t.is(status, 1)
  t.regex(errors, /400 invalid_grant: .*\nmore about it: sluice why \S+\n/)
})

test.serial('keys are rotated and removed beside a running gateway', async (t) => {
  const token = async () => (await sluice(getArgs, product.data, {}, 'sandbox-secret\nwonderland\n')).output.trim()
  const call = async (bearer: string) => {
    const answer = await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`, {
      headers: { authorization: `Bearer ${bearer}`, connection: 'close' },
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const kidOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[0] as string, 'base64url').toString()).kid

  const before = await token()
  const { kid } = JSON.parse((await sluice(['keys', 'rotate', '--json'], product.data)).output)
  const newest = async () => (await getToken(product.gateway, { scope: 'customer' })).access_token
  await until(async () => kidOf(await newest()) === kid)
  await until(async () => kidOf(await token()) === kid) // the other worker may answer it
  t.is(await call(before), 200)

  const removed = await sluice(['keys', 'remove', kidOf(before)], product.data)
  t.is(removed.status, 0, removed.errors)
  await until(async () => (await Promise.all([1, 2, 3, 4].map(() => call(before)))).every((status) => status === 401))
  t.is(await call(await token()), 200)
})

test.serial('usage prints the calls of applications within the time of a write', async (t) => {
  const { output } = await sluice(getArgs, product.data, {}, 'sandbox-secret\nwonderland\n')
  for (const path of ['/customers', '/customers/1', '/nothing']) {
    await (
      await fetch(`${product.gateway}/acme/sandbox/customerdb/v1${path}`, {
        headers: { authorization: `Bearer ${output.trim()}` },
      })
    ).arrayBuffer()
  }
  await until(async () => {
    const told = await sluice(['usage', '--days', '1', '--json'], product.data)
    const rows: Record<string, unknown>[] = JSON.parse(told.output).rows
    const calls = rows.find((row) => row.api === 'customer-database:1.0.0')
    return (
      calls?.plan === 'customer/default-plan' && Number(calls.calls) >= 2 && rows.some((row) => Number(row.tokens) > 0)
    )
  })
  t.regex(
    (await sluice(['usage'], product.data)).output,
    /^catalog +application +plan +api +calls +errors +refusals +tokens\n/,
  )
  t.is((await sluice(['usage', '--days', 'x'], product.data)).status, 2)
})

test.serial('the dashboard and the alert rules name metrics that there are', async (t) => {
  const dashboard = await readFile('docs/grafana/sluice.json', 'utf8')
  const alerts = await readFile('docs/grafana/alerts.yml', 'utf8')
  const conditional = /^sluice_certificate_|^sluice_mqweb_responses_|^sluice_mq_(?:instance|lease|standby|takeovers)_/ // only with HTTPS, after a response, and with a database
  const shown = new Set(`${dashboard} ${alerts}`.match(/\bsluice_[a-z_]+/g)?.filter((name) => !conditional.test(name)))
  const metrics = await (await fetch(`${product.management}/metrics`)).text()
  const names = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  t.true(shown.size > 10)
  t.deepEqual(
    [...shown].filter((name) => !names.includes(name)),
    [],
  )
})

test.serial('an application that is created beside a running gateway can be used, and suspended', async (t) => {
  const { data } = product
  const args = ['--grant', 'password', '--subscribe', 'customer/default-plan', '--json']
  const created = await sluice(['apps', 'create', 'web-shop', ...args], data, environment())
  t.is(created.status, 0, created.errors)
  const { clientId, clientSecret } = JSON.parse(created.output)
  const get = () =>
    sluice(
      ['token', 'get', '-c', clientId, '-u', 'alice', '-s', 'customer'],
      data,
      environment(),
      `${clientSecret}\nwonderland\n`,
    )
  await until(async () => (await get()).status === 0)

  const { status } = await sluice(['apps', 'suspend', 'web-shop'], data, environment())
  t.is(status, 0)
  const client = { client_id: clientId, client_secret: clientSecret, scope: 'customer' }
  await until(async () => (await requestToken(product.gateway, client)).status === 401)
  await until(async () => /invalid_client/.test((await get()).errors)) // the other worker may answer it
  const trail = (await readFile(join(data, 'audit.jsonl'), 'utf8')).trimEnd().split('\n')
  t.deepEqual(
    trail.map((line) => JSON.parse(line).action).filter((action) => action.startsWith('apps')),
    ['apps create', 'apps suspend'],
  )
  t.false(trail.join().includes(clientSecret))
})

test.serial('tokens are judged when no gateway runs, too', async (t) => {
  const { output } = await sluice([...getArgs, '--json'], product.data, {}, 'sandbox-secret\nwonderland\n')
  await product.stop()

  const { access_token: token } = JSON.parse(output)
  const check = await sluice(['token', 'check', token, '--operation', 'getCustomer'], product.data, environment())
  t.is(check.status, 0, check.errors)
  t.regex(check.output, /^ok {2}GET/)
})
