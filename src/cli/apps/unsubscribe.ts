/** `sluice apps unsubscribe`: an application without the plan that it has of a product. */
import { changeDocument, removeSubscription } from '../../config/index.ts'
import { didYouMean } from '../../lib/output/suggest.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findApplication, findCatalog } from './find.ts'

export const unsubscribeVerb: AppsVerb = {
  usage: 'NAME PRODUCT',
  positionalCount: 2,
  options: [],

  async run(call, deps) {
    const [name = '', product = ''] = call.positionals
    const catalog = await findCatalog(call, deps)
    const { subscriptions, location } = findApplication(catalog, name)
    const has = subscriptions.map((each) => each.product)
    if (!has.includes(product)) {
      const known = has.length > 0 ? `; it has ${has.join(', ')}` : ''
      throw new Error(`${name} is not subscribed to "${product}"${didYouMean(product, has) || known}`)
    }

    await changeDocument(location.file, (text) => removeSubscription(text, product), deps)
    await deps.audit('apps unsubscribe', { catalog: catalog.path, application: name, product })
    printResult(call, deps, `${name} is not subscribed to ${product} any more`, {
      application: name,
      product,
    })
    return 0
  },
}
