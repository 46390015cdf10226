import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { DocumentChange, DocumentPreview } from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../../_support/require-success.ts'
import { valid } from '../../../config/_support/folder.ts'
import { startWithOwner } from '../_support/owner.ts'

const shop = valid['catalogs/sandbox/products/shop.yaml']
const [old, next] = ['catalogs/sandbox/products/shop.yaml', 'catalogs/sandbox/products/shop-2.yaml']
const news = 'catalogs/sandbox/products/news.yaml'
const application = 'catalogs/sandbox/applications/app.yaml'
const second = shop.replace('version: 1.0.0', 'version: 2.0.0').replace('gold:', 'platinum:')
const replace = { file: old, next, action: 'replace', plans: ['gold=platinum'] }

async function start(t: ExecutionContext) {
  const started = await startWithOwner(t, { files: { [next]: `${second}state: staged\n` } })
  const plan = (body: object) =>
    started.owner.call<{ changes: DocumentChange[]; detail: string }>('POST', '/configuration/versions', body)
  return { ...started, plan }
}

test('a replacement is planned, reviewed, saved as one change and undone as one', async (t) => {
  const { portal, owner, plan } = await start(t)
  const { changes } = (await requireSuccess(plan(replace))).body
  t.deepEqual(
    changes.map(({ file }) => file),
    [application, next, old],
  )
  t.is(await readFile(join(portal.folder, old), 'utf8'), shop, 'a plan writes nothing')

  const texts = changes.map(({ file, text }) => ({ file, text }))
  const preview = await owner.call<DocumentPreview>('POST', '/configuration/changes/preview', { changes: texts })
  t.deepEqual(preview.body.problems, [])
  const moved = preview.body.changes.filter(({ text }) => text.includes('application app'))
  t.deepEqual(
    moved.map(({ text }) => text.replace('catalog acme/sandbox: application app: subscription to shop: ', '')),
    ['counted as: added, shop:1.0.0/gold', 'plan gold, enabled -> plan platinum, enabled', 'version: 1.0.0 -> 2.0.0'],
  )
  t.deepEqual(moved[0]?.applications, ['app'])

  await requireSuccess(owner.call('POST', '/configuration/changes', { changes }))
  const states = () => portal.catalog().products.map(({ version, state }) => `${version} ${state ?? 'published'}`)
  t.deepEqual(states().toSorted(), ['1.0.0 retired', '2.0.0 published', '2.0.0 published'])
  t.like(portal.catalog().applications[0]?.subscriptions[0], { product: 'shop:2.0.0', countedAs: 'shop:1.0.0/gold' })
  await requireSuccess(owner.call('POST', '/configuration/undo', {}))
  t.is(await readFile(join(portal.folder, application), 'utf8'), valid[application])
  t.like(portal.catalog().applications[0]?.subscriptions[0], { product: 'shop', countedAs: undefined })
})

test('a document that others change between plan and save refuses all of it', async (t) => {
  const { portal, owner, plan } = await start(t)
  const { changes } = (await requireSuccess(plan(replace))).body
  await writeFile(join(portal.folder, application), `${valid[application]}# by hand\n`)
  t.like(await owner.call('POST', '/configuration/changes', { changes }), {
    status: 409,
    body: { code: 'document_changed' },
  })
  t.is(await readFile(join(portal.folder, old), 'utf8'), shop)
})

/** The changes that an owner looks at, by title; each would do more for an application that subscribes meanwhile. */
const reviewed: readonly (readonly [title: string, change: object | string])[] = [
  ['a replacement', replace],
  ['a retirement', { file: old, action: 'retire' }],
  ['a deprecation', { file: old, next, action: 'supersede' }],
  ['a state that is written by hand', `${shop}state: retired\n`],
]
for (const [title, change] of reviewed)
  test(`${title} is refused when an application subscribed after it was looked at`, async (t) => {
    const { portal, owner, plan } = await start(t)
    const developer = await portal.signedUp('bob')
    await requireSuccess(developer.call('POST', '/applications', { name: 'late' }))
    const look = async () => {
      const single = { file: old, text: change, revision: null as string | null }
      if (typeof change === 'string') {
        const query = `/configuration/document?file=${encodeURIComponent(old)}`
        single.revision = (await owner.call<{ revision: string }>('GET', query)).body.revision
      }
      const changes = typeof change === 'string' ? [single] : (await requireSuccess(plan(change))).body.changes
      const texts = changes.map(({ file, text }) => ({ file, text }))
      const seen = owner.call<DocumentPreview>('POST', '/configuration/changes/preview', { changes: texts })
      const { effects } = (await requireSuccess(seen)).body
      const several = () => owner.call('POST', '/configuration/changes', { changes, effects })
      const one = () => owner.call('PUT', '/configuration/document', { ...single, effects })
      return typeof change === 'string' ? one : several
    }

    const save = await look()
    const subscription = { plan: 'gold' }
    await requireSuccess(developer.call('PUT', '/applications/late/subscriptions/shop:1.0.0', subscription))
    t.like(await save(), { status: 409, body: { code: 'document_changed' } })
    t.is(await readFile(join(portal.folder, old), 'utf8'), shop)
    await requireSuccess((await look())())
    t.not(await readFile(join(portal.folder, old), 'utf8'), shop)
  })

const faults: readonly (readonly [title: string, body: object, status: number, detail: RegExp])[] = [
  [
    'an unknown file',
    { ...replace, file: 'catalogs/sandbox/products/none.yaml' },
    422,
    /none\.yaml is no product of a catalog in use/,
  ],
  [
    'an unknown next version',
    { ...replace, next: 'apis/customers.yaml' },
    422,
    /apis\/customers\.yaml is no product of acme\/sandbox/,
  ],
  ['another product', { ...replace, next: news }, 422, /news:2\.0\.0 is no version of shop/],
  ['no next version', { file: old, action: 'replace' }, 422, /name another version of shop/],
  [
    'an unknown plan',
    { ...replace, plans: ['gild=platinum'] },
    422,
    /shop:1\.0\.0 has no plan "gild" - did you mean "gold"/,
  ],
  ['a plan that the new version lacks', { ...replace, plans: [] }, 422, /shop:2\.0\.0 has no such plan: gold of app/],
  ['an unknown action', { ...replace, action: 'delete' }, 422, /"action" must be supersede/],
  ['a plan that is no text', { ...replace, plans: [7] }, 422, /"plans" must be a list of up to 100 plans/],
]
for (const [title, body, status, detail] of faults)
  test(`refuses ${title}`, async (t) => {
    const { plan } = await start(t)
    const response = await plan(body)
    t.is(response.status, status)
    t.regex(response.body.detail, detail)
  })

test('users who are no owners plan nothing', async (t) => {
  const { portal } = await start(t)
  const response = await (await portal.signedUp('bob')).call('POST', '/configuration/versions', replace)
  t.is(response.status, 403)
})

test('applications in the store and a change of more than 100 documents are for the command', async (t) => {
  const names = Array.from({ length: 100 }, (_, index) => `app${index}`)
  const files = Object.fromEntries(
    names.map((name) => [
      `catalogs/sandbox/applications/${name}.yaml`,
      valid[application].replace('name: app', `name: ${name}`).replace('app-id', name),
    ]),
  )
  const many = await startWithOwner(t, { files: { ...files, [next]: second } })
  const response = await many.owner.call('POST', '/configuration/versions', replace)
  t.regex(
    JSON.stringify(response.body),
    /103 documents change.*at most 100 at once.*sluice apps replace shop shop:2\.0\.0/,
  )

  const portal = 'self_signup: true, owners: [owner], owners_edit_documents: true, applications: store'
  const stored = await startWithOwner(t, { portal, files: { [next]: second } })
  const refused = await stored.owner.call('POST', '/configuration/versions', replace)
  t.regex(JSON.stringify(refused.body), /applications are in the store: use .*sluice apps replace/)
})
