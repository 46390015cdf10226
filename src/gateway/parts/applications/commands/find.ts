/** Finds the catalog, application, credential or plan that a command names. Each throws a message for the user. */
import { suggestName } from '../../../../shared/lib/output/suggest.ts'
import { requireConfig } from '../../../cli/common/require-config.ts'
import {
  type Application,
  type Catalog,
  type Credential,
  findProduct,
  type Product,
} from '../../../config/types/index.ts'
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

function findApplication({ applications }: Catalog, name: string): Application {
  const found = applications.find((each) => each.name === name)
  return found ?? rejectName('application', name, applications)
}

/** Returns the application that the first word names, with its catalog. */
export async function findTarget(call: AppsArguments, deps: AppsDeps) {
  const catalog = await findCatalog(call, deps)
  return { catalog, application: findApplication(catalog, call.positionals[0] ?? '') }
}

function rejectName(what: string, name: string, all: readonly { name: string }[]): never {
  const names = all.map((each) => each.name)
  throw new Error(`there is no ${what} "${name}"${suggestName(name, names)}`)
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

/** Returns the product of a `name` or `name:version`. */
export function requireProduct({ products }: Pick<Catalog, 'products'>, wanted: string): Product {
  return findProduct(products, wanted) ?? rejectName('product', wanted, products)
}

/** Parses `product/plan` and checks that the catalog has it. */
export function findPlan({ products }: Catalog, text: string): { product: string; plan: string } {
  const [product = '', plan, more] = text.split('/')
  if (!product || !plan || more !== undefined)
    throw new Error(`"${text}" must be a product and a plan, such as shop/gold`)

  const { state = 'published', plans: offered } = requireProduct({ products }, product)
  if (state !== 'published') throw new Error(`${product} is ${state}: it accepts no new subscriptions`)
  const plans = [...offered.keys()]
  if (!plans.includes(plan)) throw new Error(`${product} has no plan "${plan}"${suggestName(plan, plans)}`)
  return { product, plan }
}
