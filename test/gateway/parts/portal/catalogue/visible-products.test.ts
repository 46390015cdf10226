import test from 'ava'
import {
  findVisibleProducts,
  type VisitorContext,
} from '../../../../../src/gateway/parts/portal/catalogue/visible-products.ts'

const products = [
  { name: 'open' },
  { name: 'old', state: 'deprecated' },
  { name: 'draft', state: 'draft' },
  { name: 'retired', state: 'retired' },
  { name: 'members', visibility: 'authenticated' },
  { name: 'chosen', visibility: 'subscribed' },
]
const applications = [
  { owner: 'ANNA', subscriptions: [{ product: 'chosen' }, { product: 'draft' }] },
  { subscriptions: [] },
]

for (const [title, user, visible] of [
  ['a visitor', { name: '', isOwner: false }, ['open', 'old']],
  ['a user', { name: 'bert', isOwner: false }, ['open', 'old', 'members']],
  ['the owner of a subscribed application', { name: 'anna', isOwner: false }, ['open', 'old', 'members', 'chosen']],
  ['an owner of the catalog', { name: 'olaf', isOwner: true }, ['open', 'old', 'members', 'chosen']],
] as const) {
  test(`${title} sees ${visible.join(', ')}`, (t) => {
    const deps = { accounts: { fold: (name: string) => name.toLowerCase() }, catalog: { products, applications } }
    const context = { user, deps } as unknown as VisitorContext
    t.deepEqual(
      findVisibleProducts(context).map(({ name }) => name),
      [...visible],
    )
  })
}
