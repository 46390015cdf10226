import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadConfig, type ProductVersionChange, planProductVersion } from '../../../../src/gateway/config/index.ts'
import { type Files, folderWith } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const version = (number: string, state = 'published', plans = 'gold') => `product: 1.0.0
state: ${state}
info: { name: shop, version: ${number} }
apis: { customers: { name: "customers:1.0.0" } }
plans: { ${plans
  .split(' ')
  .map((plan) => `${plan}: {}`)
  .join(', ')} }
`
const products = (...documents: string[]): Files => ({
  'catalogs/sandbox/products/shop.yaml': undefined,
  ...Object.fromEntries(documents.map((text, index) => [`catalogs/sandbox/products/p${index}.yaml`, text])),
})
const application = 'catalogs/sandbox/applications/app.yaml'
const subscribed = (...subscriptions: string[]): Files => ({
  [application]: `name: app\ncredentials: [{ client_id: app-id }]\nclient_type: public\nsubscriptions:\n${subscriptions
    .map((each) => `  - { ${each} }\n`)
    .join('')}`,
})

async function plan(t: ExecutionContext, files: Files, [action, from, to, ...plans]: readonly string[]) {
  const folder = await folderWith(t, files)
  const load = (overlay?: { file: string; text: string }[]) =>
    loadConfig(folder, tables, {}, { sandbox: true, overlay })
  const catalog = (await load()).config?.catalogs[0]
  if (!catalog) throw new Error('no catalog')
  const find = (number: string | undefined) => catalog.products.find((each) => each.version === number)
  const change = { action, old: find(from), next: find(to), plans } as ProductVersionChange
  const edits = planProductVersion(catalog, change)
  const texts = await Promise.all(
    edits.map(async ({ file, edit }) => ({ file, text: edit(await readFile(join(folder, file), 'utf8')) })),
  )
  const after = (await load(texts)).config?.catalogs[0]
  t.truthy(after, 'the documents are valid afterwards')
  return {
    states: after?.products.map(({ version: number, state }) => `${number} ${state}`),
    subscriptions: after?.applications[0]?.subscriptions.map(
      ({ product, plan: name, requestedPlan, countedAs, state }) =>
        [product, name, requestedPlan, countedAs, state === 'enabled' ? undefined : state].filter(Boolean).join(' '),
    ),
  }
}

const [shop, first, second] = ['product: shop', 'product: "shop:1.0.0"', 'product: "shop:2.0.0"']
type Case = readonly [title: string, documents: string[], subscriptions: string[], words: string, after: string[]]
const moves: readonly Case[] = [
  [
    'supersede moves no subscription',
    [version('1.0.0'), version('2.0.0', 'staged')],
    [`${shop}, plan: gold`],
    'supersede 1.0.0 2.0.0',
    ['shop gold'],
  ],
  [
    'supersede by a lower version keeps what the name alone meant',
    [version('1.0.0', 'staged'), version('2.0.0')],
    [`${shop}, plan: gold`],
    'supersede 2.0.0 1.0.0',
    ['shop:2.0.0 gold'],
  ],
  [
    'replace moves, and counts go on',
    [version('1.0.0'), version('2.0.0')],
    [`${shop}, plan: gold`],
    'replace 1.0.0 2.0.0',
    ['shop:2.0.0 gold shop:1.0.0/gold'],
  ],
  [
    'a second replace counts on from the first version',
    [version('2.0.0'), version('3.0.0')],
    [`${second}, plan: gold, counted_as: "shop:1.0.0/gold"`],
    'replace 2.0.0 3.0.0',
    ['shop:3.0.0 gold shop:1.0.0/gold'],
  ],
  [
    'a way back counts as before',
    [version('1.0.0', 'retired'), version('2.0.0')],
    [`${second}, plan: gold, counted_as: "shop:1.0.0/gold"`],
    'replace 2.0.0 1.0.0',
    ['shop:1.0.0 gold'],
  ],
  [
    'a requested plan moves with it, and what is pending stays pending',
    [version('1.0.0', 'published', 'gold silver'), version('2.0.0', 'staged', 'gold tin')],
    [`${first}, plan: silver, state: pending, requested_plan: silver`],
    'replace 1.0.0 2.0.0 silver=tin',
    ['shop:2.0.0 tin tin shop:1.0.0/silver pending'],
  ],
  [
    'a subscription to the new version stays as it is',
    [version('1.0.0'), version('2.0.0')],
    [`${shop}, plan: gold`, `${second}, plan: gold`],
    'replace 1.0.0 2.0.0',
    ['shop:2.0.0 gold'],
  ],
  [
    'one that waits for the new version gives way',
    [version('1.0.0'), version('2.0.0')],
    [`${first}, plan: gold`, `${second}, plan: gold, state: pending`],
    'replace 1.0.0 2.0.0',
    ['shop:2.0.0 gold shop:1.0.0/gold'],
  ],
  [
    'replacing another version by a lower one keeps what the name alone meant',
    [version('1.0.0', 'staged'), version('2.0.0'), version('3.0.0')],
    [`${shop}, plan: gold`, 'product: "shop:3.0.0", plan: gold'],
    'replace 3.0.0 1.0.0',
    ['shop:2.0.0 gold', 'shop:1.0.0 gold shop:3.0.0/gold'],
  ],
  [
    'retire leads the name alone to the next version, and counts go on',
    [version('1.0.0'), version('2.0.0')],
    [`${shop}, plan: gold`],
    'retire 1.0.0',
    ['shop gold shop:1.0.0/gold'],
  ],
  [
    'retire moves no subscription to the version',
    [version('1.0.0'), version('2.0.0')],
    [`${first}, plan: gold`],
    'retire 1.0.0',
    ['shop:1.0.0 gold'],
  ],
  [
    'retiring the last open version leaves its subscriptions with it',
    [version('0.9.0', 'retired', 'tin'), version('1.0.0')],
    [`${shop}, plan: gold`],
    'retire 1.0.0',
    ['shop:1.0.0 gold'],
  ],
]
for (const [title, documents, subscriptions, words, after] of moves)
  test(title, async (t) => {
    const files = { ...products(...documents), ...subscribed(...subscriptions) }
    t.deepEqual((await plan(t, files, words.split(' '))).subscriptions, after)
  })

const two = [version('1.0.0', 'published', 'gold silver'), version('2.0.0', 'staged', 'platinum')]
const other = version('1.0.1').replace('name: shop', 'name: orders')
const faults: readonly (readonly [words: string, documents: string[], message: string])[] = [
  ['replace 1.0.0 1.0.0', two, 'name another version of shop that takes the place of shop:1.0.0'],
  ['supersede 1.0.0', two, 'name another version of shop that takes the place of shop:1.0.0'],
  ['replace 1.0.0 1.0.1', [...two, other], 'orders:1.0.1 is no version of shop'],
  ['retire 1.0.0 2.0.0', two, 'retire has no new version - found shop:2.0.0: "replace" has one'],
  ['supersede 1.0.0 2.0.0 gold=platinum', two, 'supersede moves no subscription: leave out "gold=platinum"'],
  ['replace 1.0.0 2.0.0 gold', two, '"gold" must be a plan of shop:1.0.0 and one of shop:2.0.0, as OLD=NEW'],
  [
    'replace 1.0.0 2.0.0 gold=platinum=x',
    two,
    '"gold=platinum=x" must be a plan of shop:1.0.0 and one of shop:2.0.0, as OLD=NEW',
  ],
  ['replace 1.0.0 2.0.0 gild=platinum', two, 'shop:1.0.0 has no plan "gild" - did you mean "gold"?'],
  ['replace 1.0.0 2.0.0 gold=tin', two, 'shop:2.0.0 has no plan "tin" - its plans are platinum'],
  [
    'replace 1.0.0 2.0.0 silver=platinum',
    two,
    'shop:2.0.0 has no such plan: gold of app - name one of platinum for each plan of shop:1.0.0, as OLD=NEW',
  ],
  [
    'retire 1.0.0',
    [version('1.0.0'), version('2.0.0', 'published', 'platinum')],
    'shop:2.0.0 has no such plan: gold of app - "replace" moves subscriptions to another plan',
  ],
]
for (const [words, documents, message] of faults)
  test(`refuses ${words} with the reason: ${message}`, async (t) => {
    const files = { ...products(...documents), ...subscribed(`${shop}, plan: gold`) }
    await t.throwsAsync(plan(t, files, words.split(' ')), { message })
  })

test('a subscription that a reference provides is not overlooked', async (t) => {
  const files = {
    ...products(version('1.0.0'), version('2.0.0')),
    ...subscribed('product: "$env{PRODUCT}", plan: gold'),
  }
  const folder = await folderWith(t, files)
  const { config } = await loadConfig(folder, tables, { PRODUCT: 'shop' }, { sandbox: true })
  const catalog = config?.catalogs[0]
  const [old, next] = catalog?.products ?? []
  if (!catalog || !old) throw new Error('no product')
  const [move] = planProductVersion(catalog, { action: 'replace', old, next, plans: [] })
  const text = await readFile(join(folder, application), 'utf8')
  t.throws(() => move?.edit(text), { message: 'no subscription is written as "shop": change it where it is written' })
})
