/** Plans how a version of a product takes the place of another one, or ends, as edits of documents. */
import { setYamlValue } from '../../lib/yaml/yaml-text.ts'
import { renderList, suggestOrList } from '../text/suggest-or-list.ts'
import {
  type Application,
  type Catalog,
  compareVersions,
  findSubscription,
  isOpenProduct,
  type Product,
  productBaseName,
  type Subscription,
} from '../types/index.ts'
import { moveSubscription, removeSubscription } from './application-text.ts'
import { DocumentEditError } from './edit-document.ts'

/** `supersede` leaves subscriptions at the old version, `replace` moves them, and `retire` ends them. */
export type VersionAction = 'supersede' | 'replace' | 'retire'

export interface ProductVersionChange {
  action: VersionAction
  old: Product
  /** The version that is published; undefined for `retire`. */
  next: Product | undefined
  /** The plans of the old version that have another name in the new one, as `OLD=NEW`. */
  plans: readonly string[]
}

/** An edit of one document. `file` is its path below the folder of the documents. */
export interface DocumentEdit {
  file: string
  edit(text: string): string
}

type SubscribedCatalog = Pick<Catalog, 'applications' | 'products'>

/**
 * Returns the edits: the state of the new version, the subscriptions that move, and the state of the old one. A moved
 * subscription is counted on as before. A subscription by the name alone gets the version that it means, where the name
 * means another one afterwards. Throws `DocumentEditError` for versions and plans that cannot take the place of others.
 */
export function planProductVersion(catalog: SubscribedCatalog, change: ProductVersionChange): DocumentEdit[] {
  const { action, old, next } = change
  checkVersions(change)
  const states = new Map<Product, NonNullable<Product['state']>>(next && [[next, 'published']])
  states.set(old, action === 'supersede' ? 'deprecated' : 'retired')
  return [
    ...listMoves(catalog, change, states),
    ...Array.from(states, ([{ location }, state]) => ({
      file: location.file,
      edit: (text: string) => setYamlValue(text, ['state'], state),
    })),
  ]
}

function checkVersions({ action, old, next, plans }: ProductVersionChange): void {
  const [name, other] = [nameVersion(old), next && nameVersion(next)]
  if (action === 'retire' && next) throw refuse(`retire has no new version - found ${other}: "replace" has one`)
  if (action !== 'replace' && plans.length > 0) throw refuse(`${action} moves no subscription: leave out "${plans[0]}"`)
  if (action === 'retire') return
  if (!next || next === old)
    throw refuse(`name another version of ${productBaseName(old)} that takes the place of ${name}`)
  if (productBaseName(next) !== productBaseName(old)) throw refuse(`${other} is no version of ${productBaseName(old)}`)
}

/** Returns the edits of applications whose subscriptions get another version. */
function listMoves(
  catalog: SubscribedCatalog,
  change: ProductVersionChange,
  states: ReadonlyMap<Product, Product['state']>,
): DocumentEdit[] {
  const { action, old, next } = change
  const base = productBaseName(old)
  const versions = catalog.products.filter((each) => productBaseName(each) === base)
  const stateOf = (each: Product) => ({ version: each.version, state: states.get(each) ?? each.state ?? 'published' })
  const before = versions.find(({ name }) => name === base)
  const after = versions.toSorted((a, b) => compareVersions(stateOf(a), stateOf(b)))[0]
  const inherits = action === 'retire' && after && isOpenProduct(stateOf(after))
  const findPlan = next && readPlans(change, next)
  const lost = new Set<string>()

  const edits = catalog.applications.flatMap((application) => {
    const present = action === 'replace' ? findSubscription(application, old.name, catalog) : undefined
    const unversioned = before !== after ? application.subscriptions.find(({ product }) => product === base) : undefined
    const changes: DocumentEdit['edit'][] = []
    if (present && next) changes.push(move(application, present, next, nameVersion(next)))
    if (unversioned && unversioned !== present && before)
      changes.push(
        inherits
          ? move(application, unversioned, after, base)
          : (text) => moveSubscription(text, base, { ...unversioned, product: nameVersion(before) }),
      )
    const edit = (text: string) => changes.reduce((changed, change) => change(changed), text)
    return changes.length === 0 ? [] : [{ file: application.location.file, edit }]
  })
  if (lost.size > 0)
    throw refuse(
      `${nameVersion(next ?? after ?? old)} has no such plan: ${renderList([...lost])} - ${advise(next, old)}`,
    )
  return edits

  function move(application: Application, present: Subscription, to: Product, product: string): DocumentEdit['edit'] {
    const there = findSubscription(application, to.name, catalog)
    if (there && there.state !== 'pending') return (text) => removeSubscription(text, present.product)
    const planOf = (plan: string) => findPlan?.get(plan) ?? plan
    const plan = planOf(present.plan)
    const requestedPlan = present.requestedPlan === undefined ? undefined : planOf(present.requestedPlan)
    for (const each of [plan, requestedPlan ?? plan])
      if (!to.plans.has(each)) lost.add(`${each} of ${application.name}`)
    const counted = present.countedAs ?? `${nameVersion(old)}/${present.plan}`
    const countedAs = counted === `${nameVersion(to)}/${plan}` ? undefined : counted
    return (text) => {
      const free = there ? removeSubscription(text, there.product) : text
      return moveSubscription(free, present.product, { product, plan, requestedPlan, countedAs })
    }
  }
}

/** Returns the new name of each plan that has one. Throws `DocumentEditError` for unknown plans. */
function readPlans({ plans, old }: ProductVersionChange, next: Product): ReadonlyMap<string, string> {
  return new Map(
    plans.map((each) => {
      const [from = '', to = '', more] = each.split('=')
      if (from === '' || to === '' || more !== undefined)
        throw refuse(`"${each}" must be a plan of ${nameVersion(old)} and one of ${nameVersion(next)}, as OLD=NEW`)
      for (const [product, plan] of [
        [old, from],
        [next, to],
      ] as const)
        if (!product.plans.has(plan)) {
          const known = suggestOrList(plan, [...product.plans.keys()], 'its plans are')
          throw refuse(`${nameVersion(product)} has no plan "${plan}"${known}`)
        }
      return [from, to] as const
    }),
  )
}

function advise(next: Product | undefined, old: Product): string {
  if (!next) return `"replace" moves subscriptions to another plan`
  return `name one of ${renderList([...next.plans.keys()])} for each plan of ${nameVersion(old)}, as OLD=NEW`
}

function nameVersion(product: Product): string {
  return `${productBaseName(product)}:${product.version}`
}

function refuse(message: string): DocumentEditError {
  return new DocumentEditError('invalid', message)
}
