/** The changes of an import that publish the API: the product, the subscription. */
import { dirname } from 'node:path'
import { UsageError } from '../../../../shared/cli/common/command.ts'
import { type Catalog, type DocumentOverlay, setSubscription } from '../../../config/index.ts'
import { setYamlValue } from '../../../lib/yaml/yaml-text.ts'
import type { ImportedApi } from '../engine/index.ts'

type Read = (file: string) => Promise<string>

export interface PublishedProduct {
  name: string | undefined
  plans: readonly string[]
  overlays: readonly DocumentOverlay[]
}

/** Adds the API to the product, which is created when the catalog has none of the name. */
export async function addToProduct(
  catalog: Catalog,
  { name, version, title }: Pick<ImportedApi, 'name' | 'version' | 'title'>,
  options: { product: string | undefined; plan: string | undefined },
  read: Read,
): Promise<PublishedProduct> {
  const { product: wanted, plan = 'standard' } = options
  if (wanted === undefined) return { name: undefined, plans: [], overlays: [] }
  const reference = { name: `${name}:${version}` }
  const product = catalog.products.find((each) => each.name === wanted)
  if (product) {
    const { file } = product.location
    const text = setYamlValue(await read(file), ['apis', name], reference)
    return { name: wanted, plans: [...product.plans.keys()], overlays: [{ file, text }] }
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(wanted))
    throw new UsageError(`--product must have letters, digits, "-", "_" and "." - found "${wanted}"`)
  const text = `# yaml-language-server: $schema=../../../schemas/product.json
product: 1.0.0
info: { name: ${JSON.stringify(wanted)}, title: ${JSON.stringify(title)}, version: 1.0.0 }
apis:
  ${JSON.stringify(name)}: { name: ${JSON.stringify(reference.name)} }
plans:
  ${JSON.stringify(plan)}:
    rate-limits: { default: { value: 1000/1hour, hard-limit: true } }
`
  const file = `${dirname(catalog.location.file)}/products/${wanted}.yaml`
  return { name: wanted, plans: [plan], overlays: [{ file, text }] }
}

/** Subscribes the application to the product. */
export async function addSubscription(
  catalog: Catalog,
  { name: product, plans }: PublishedProduct,
  { app, plan }: { app: string | undefined; plan: string | undefined },
  read: Read,
): Promise<DocumentOverlay[]> {
  if (app === undefined || product === undefined) return []
  const application = catalog.applications.find((each) => each.name === app)
  if (!application) {
    const names = catalog.applications.map((each) => each.name).join(', ') || 'none'
    throw new UsageError(`--app: there is no application "${app}"; there are ${names}`)
  }
  const chosen = plan ?? (plans.length === 1 ? plans[0] : undefined)
  if (chosen === undefined || !plans.includes(chosen))
    throw new UsageError(`set --plan to one of the plans of "${product}": ${plans.join(', ')}`)
  const { file } = application.location
  return [{ file, text: setSubscription(await read(file), { product, plan: chosen, state: 'enabled' }) }]
}
