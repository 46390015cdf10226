import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { valid } from '../../../config/_support/folder.ts'
import { confidential, file, openVerbs } from './_verbs.ts'

const shop = valid['catalogs/sandbox/products/shop.yaml']
const second = shop.replace('version: 1.0.0', 'version: 2.0.0')
const next = 'catalogs/sandbox/products/shop-2.yaml'
const old = 'catalogs/sandbox/products/shop.yaml'
const subscribed = {
  [file]: `${confidential[file]}subscriptions:\n  - { product: shop, plan: gold } # of the sales team\n`,
}

test('supersede publishes a version, deprecates the other one, and moves nobody', async (t) => {
  const { run, folder } = await openVerbs(t, { ...subscribed, [next]: `${second}state: staged\n` })
  const { status, facts: result } = await run('supersede', ['shop:1.0.0', 'shop:2.0.0'])
  t.is(status, 0)
  t.deepEqual(
    result.changes,
    [
      'catalog acme/sandbox: product shop: state: published -> deprecated',
      'catalog acme/sandbox: product shop:2.0.0: state: staged -> published',
      'catalog acme/sandbox: plan shop:2.0.0/gold: API customers:1.0.0: added',
    ].sort(),
  )
  t.regex(await readFile(join(folder, file), 'utf8'), /product: shop, plan: gold \} # of the sales team/)
})

test('replace moves all subscriptions with their places, and says who is moved and who loses what', async (t) => {
  const other = second
    .replace('gold:', 'platinum:')
    .replace('customers: { name: "customers:1.0.0" }', 'own: { $ref: ../../../apis/own.yaml }')
  const files = {
    ...subscribed,
    [next]: other,
    'apis/own.yaml': valid['apis/customers.yaml'].replaceAll('customers', 'own'),
  }
  const { run, folder } = await openVerbs(t, files)
  const wanted = ['shop:1.0.0', 'shop:2.0.0']
  await t.throwsAsync(run('replace', wanted), {
    message: /shop:2\.0\.0 has no such plan: gold of app - name one of platinum/,
  })

  const dry = await run('replace', wanted, { plan: ['gold=platinum'], dryRun: true })
  t.is(await readFile(join(folder, old), 'utf8'), shop)
  const { facts: result } = await run('replace', wanted, { plan: ['gold=platinum'] })
  t.deepEqual(result.changes, dry.facts.changes)
  const lines = (result.changes as string[]).filter((each) => each.includes('application app'))
  t.deepEqual(lines, [
    'catalog acme/sandbox: application app: subscription to shop: API customers:1.0.0: removed',
    'catalog acme/sandbox: application app: subscription to shop: API own:1.0.0: added',
    'catalog acme/sandbox: application app: subscription to shop: counted as: added, shop:1.0.0/gold',
    'catalog acme/sandbox: application app: subscription to shop: plan gold, enabled -> plan platinum, enabled',
    'catalog acme/sandbox: application app: subscription to shop: version: 1.0.0 -> 2.0.0',
  ])
  t.regex(await readFile(join(folder, old), 'utf8'), /^state: retired$/m)
  t.regex(
    await readFile(join(folder, file), 'utf8'),
    /product: shop:2.0.0, plan: platinum, counted_as: shop:1.0.0\/gold \} # of the sales team/,
  )
})

test('retire moves subscriptions without a version to the next one, and the others lose their APIs', async (t) => {
  const own = 'catalogs/sandbox/applications/own.yaml'
  const text = 'name: own\ncredentials: [{ client_id: own }]\nsubscriptions: [{ product: "shop:1.0.0", plan: gold }]\n'
  const { run, folder } = await openVerbs(t, { ...subscribed, [next]: second, [own]: text })
  const { facts: result } = await run('retire', ['shop:1.0.0'])
  t.deepEqual(
    (result.changes as string[]).filter((each) => each.includes(': application ')),
    [
      'catalog acme/sandbox: application app: subscription to shop: counted as: added, shop:1.0.0/gold',
      'catalog acme/sandbox: application app: subscription to shop: version: 1.0.0 -> 2.0.0',
      'catalog acme/sandbox: application own: subscription to shop: API customers:1.0.0: removed',
    ],
  )
  t.is(await readFile(join(folder, own), 'utf8'), text)
})

test('a version that is not there is refused with its likely name', async (t) => {
  const { run } = await openVerbs(t, { ...subscribed, [next]: second })
  await t.throwsAsync(run('replace', ['shop:1.0.0', 'shop:2.0.1']), {
    message: /no product "shop:2.0.1".*"shop:2.0.0"/,
  })
})
