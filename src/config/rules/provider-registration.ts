/** Checks that registered applications are subscribed to a plan that the catalog has. */
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { CatalogRule } from './rule.ts'

const path = ['native_provider', 'registration']

export const providerRegistrationRule: CatalogRule = function providerRegistration({ catalog, documents }, problems) {
  for (const { name, registration } of catalog.providers.values()) {
    const source = documents.providers.get(name)?.source
    if (registration && source && registration.initialAccessToken === undefined && !registration.metadataDocuments) {
      const message = 'registers no clients: set initial_access_token, metadata_documents.enabled or both'
      problems.error(source.locate(path), `native_provider.registration ${message}`)
    }
    if (!registration || !source || documents.isBroken('product', 'product', registration.product)) continue
    const product = catalog.products.find((each) => each.name === registration.product)
    if (!product) {
      const meant = suggestOrList(
        registration.product,
        catalog.products.map((each) => each.name),
        'its products are',
      )
      const fault = `${catalog.location.file} has no product "${registration.product}", to which registered applications are subscribed`
      problems.error(source.locate([...path, 'product']), `${fault}${meant}`)
    } else if (!product.plans.has(registration.plan)) {
      const meant = suggestOrList(registration.plan, [...product.plans.keys()], 'its plans are')
      problems.error(
        source.locate([...path, 'plan']),
        `product "${product.name}" has no plan "${registration.plan}"${meant}`,
      )
    }
  }
}
