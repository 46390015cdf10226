/** Versions of a product beside each other: subscriptions move at the portal, and their counts go on. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { DocumentChange, DocumentPreview } from '../../../src/gateway/parts/portal/rest/index.ts'
import { getToken } from '../../_support/client.ts'
import { changeText } from '../../_support/documents.ts'
import { sluice, startProduct } from '../../_support/product.ts'
import { requireSuccess } from '../../_support/require-success.ts'
import { sharedProduct } from '../../_support/shared-product.ts'
import { Browser } from '../../gateway/parts/portal/_support/browser.ts'
import { owner as account } from '../../gateway/parts/portal/pages/_support/sandbox.ts'

const [first, second] = ['catalogs/sandbox/products/customer.yaml', 'catalogs/sandbox/products/customer-2.yaml']
const application = 'catalogs/sandbox/applications/sandbox-app.yaml'
const late = application.replace('sandbox-app', 'late')
const settings = { SLUICE_WORKERS: '2' }
const product = sharedProduct(test, settings)

/** Calls over a connection of its own, so that the workers take turns. */
async function call(token: string): Promise<{ status: number; left: string | null; text: string }> {
  const response = await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  const text = await response.text()
  return { status: response.status, left: response.headers.get('x-ratelimit-remaining'), text }
}

async function signIn(): Promise<Browser> {
  const browser = new Browser(product.gateway, '/acme/sandbox/portal')
  await requireSuccess(browser.signIn(account.name, account.password))
  return browser
}

async function restart(): Promise<void> {
  await product.stop()
  Object.assign(product, await startProduct(product.data, { ...settings, SLUICE_CONFIG: product.folder }))
}

test.serial('a half-used plan goes on in the next version, over supersede, replace, undo and restarts', async (t) => {
  t.timeout(180_000)
  // A hard limit of a month, and a second version with another plan.
  await changeText(join(product.folder, first), '100/1hour, hard-limit: false', '12/1month, hard-limit: true')
  const text = await readFile(join(product.folder, first), 'utf8')
  const next = text.replace('version: 1.0.0', 'version: 2.0.0').replace('default-plan:', 'gold-plan:')
  await writeFile(join(product.folder, second), `${next}state: staged\n`)
  const environment = { SLUICE_CONFIG: product.folder }
  const add = ['users', 'add', account.name, '--registry', 'portal-developers']
  t.is((await sluice(add, product.data, environment, `${account.password}\n`)).status, 0)
  await restart()

  const left = async (token: string) => (await call(token)).left
  let { access_token: token } = await getToken(product.gateway, { scope: 'customer' })
  const counts: (string | null)[] = []
  for (const _ of [1, 2, 3, 4, 5, 6]) counts.push(await left(token))
  t.is(counts.at(-1), 'name=default,6;')

  let owner = await signIn()
  const plan = async (body: object) => {
    const { changes } = (
      await requireSuccess(owner.call<{ changes: DocumentChange[] }>('POST', '/configuration/versions', body))
    ).body
    const texts = changes.map(({ file, text: changed }) => ({ file, text: changed }))
    const preview = owner.call<DocumentPreview>('POST', '/configuration/changes/preview', { changes: texts })
    return { changes, preview: (await requireSuccess(preview)).body }
  }
  const save = (changes: DocumentChange[]) => requireSuccess(owner.call('POST', '/configuration/changes', { changes }))

  const superseded = await plan({ file: first, next: second, action: 'supersede' })
  t.deepEqual(superseded.changes.map(({ file }) => file).toSorted(), [second, first].toSorted(), 'moves no application')
  await save(superseded.changes)
  t.is(await left(token), 'name=default,5;')

  await restart()
  owner = await signIn()
  token = (await getToken(product.gateway, { scope: 'customer' })).access_token
  t.is(await left(token), 'name=default,4;')

  const replacement = { file: first, next: second, action: 'replace', plans: ['default-plan=gold-plan'] }
  const replaced = await plan(replacement)
  t.true(
    replaced.preview.changes.some(
      ({ text: line, applications }) =>
        line.endsWith('subscription to customer: version: 1.0.0 -> 2.0.0') && applications[0] === 'sandbox-app',
    ),
  )
  await save(replaced.changes)
  t.is(await left(token), 'name=default,3;', 'the count goes on in the new version')
  await requireSuccess(owner.call('POST', '/configuration/undo', {}))
  t.is(await left(token), 'name=default,2;', 'and in the old one after an undo')
  await save((await plan(replacement)).changes)
  const why = await sluice(['apps', 'list', '--json'], product.data, environment)
  t.regex(why.output, /gold-plan/)

  await restart()
  token = (await getToken(product.gateway, { scope: 'customer' })).access_token
  t.is(await left(token), 'name=default,1;')
  t.is(await left(token), 'name=default,0;')
  const refused = await call(token)
  t.is(refused.status, 429, refused.text)
  t.regex(await readFile(join(product.folder, application), 'utf8'), /counted_as: customer:1\.0\.0\/default-plan/)
})

test.serial('a subscription to a retired version opens nothing', async (t) => {
  const owner = await signIn()
  const shared = await readFile(join(product.folder, application), 'utf8')
  const text = shared
    .replaceAll('sandbox-app', 'late')
    .replace(/ {2}- \{ product: customer:2.*\n/, '  - { product: "customer:1.0.0", plan: default-plan }\n')
  await requireSuccess(owner.call('PUT', '/configuration/document', { file: late, text, revision: null }))
  const { access_token: token } = await getToken(product.gateway, { client_id: 'late', scope: 'mq.get' })
  const { status, text: body } = await call(token)
  t.is(status, 403, body)
  t.regex(body, /Not registered to plan/)
})
