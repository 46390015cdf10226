/** Finds the catalog, application, credential or plan that a command names. Each throws a message for the user. */

import { suggestName } from '../../../../shared/lib/output/suggest.ts'
import { requireConfig } from '../../../cli/common/require-config.ts'
import type { Application, Catalog, Credential } from '../../../config/types/index.ts'
import type { AppsArguments, AppsDeps } from './apps-verb.ts'

/** Returns the named catalog, or the only one. */
export async function findCatalog({ catalog: name }: Pick<AppsArguments, 'catalog'>, deps: AppsDeps): Promise<Catalog> {
  const { catalogs } = requireConfig(await deps.load(), deps.folder)
  const found = catalogs.filter((each) => name === undefined || each.name === name)
  if (found.length === 1) return found[0] as Catalog

  const names = catalogs.map((each) => each.name)
  if (names.length === 0) throw new Error(`there is no catalog in ${deps.folder}`)
  if (name === undefined)
    throw new Error(`there is more than one catalog: name one of ${names.join(', ')} with --catalog`)
  throw new Error(`there is no catalog "${name}"${suggestName(name, names)}`)
}

export function findApplication({ applications }: Catalog, name: string): Application {
  const found = applications.find((each) => each.name === name)
  if (found) return found
  const names = applications.map((each) => each.name)
  throw new Error(`there is no application "${name}"${suggestName(name, names)}`)
}

/** Returns the credential of a client id, or the only one, with its index in the document. */
export function findCredential(
  { name, credentials }: Application,
  clientId: string | undefined,
): { credential: Credential; index: number } {
  const ids = credentials.map((each) => each.clientId)
  if (clientId === undefined && ids.length > 1)
    throw new Error(`${name} has more than one client id: name one of ${ids.join(', ')} with --client-id`)

  const index = clientId === undefined ? 0 : ids.indexOf(clientId)
  const credential = credentials[index]
  if (!credential) throw new Error(`${name} has no client id "${clientId}"${suggestName(clientId ?? '', ids)}`)
  return { credential, index }
}

/** Parses `product/plan` and checks that the catalog has it. */
export function findPlan({ products }: Catalog, text: string): { product: string; plan: string } {
  const [product = '', plan, more] = text.split('/')
  if (!product || !plan || more !== undefined)
    throw new Error(`"${text}" must be a product and a plan, such as ${findExample(products) ?? 'shop/gold'}`)

  const versions = products.filter(({ name, version }) => name === product || `${name}:${version}` === product)
  const names = products.map((each) => each.name)
  if (versions.length === 0) throw new Error(`there is no product "${product}"${suggestName(product, names)}`)
  const closed = versions.find(({ state }) => state !== undefined && state !== 'published')
  if (closed) throw new Error(`${product} is ${closed.state}: it accepts no new subscriptions`)
  const plans = [...new Set(versions.flatMap((each) => [...each.plans.keys()]))]
  if (!plans.includes(plan)) throw new Error(`${product} has no plan "${plan}"${suggestName(plan, plans)}`)
  return { product, plan }
}

function findExample(products: Catalog['products']): string | undefined {
  const [product] = products
  const [plan] = product?.plans.keys() ?? []
  return product && plan && `${product.name}/${plan}`
}
