/** `sluice apps subscribe`: a plan of a product for an application, in the place of another plan of it. */
import { changeDocument, setSubscription } from '../../config/index.ts'
import type { Subscription } from '../../config/types/index.ts'
import { UsageError } from '../common/command.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findApplication, findCatalog, findPlan } from './find.ts'

const states = ['enabled', 'disabled', 'pending']

export const subscribeVerb: AppsVerb = {
  usage: 'NAME PRODUCT/PLAN [--state enabled|disabled|pending]',
  positionalCount: 2,
  options: ['state'],

  async run(call, deps) {
    const [name = '', wanted = ''] = call.positionals
    const { state = 'enabled' } = call
    if (!states.includes(state)) throw new UsageError(`--state must be one of ${states.join(', ')}, found "${state}"`)

    const catalog = await findCatalog(call, deps)
    const application = findApplication(catalog, name)
    const { product, plan } = findPlan(catalog, wanted)

    await changeDocument(
      application.location.file,
      (text) => setSubscription(text, { product, plan, state: state as Subscription['state'] }),
      deps,
    )
    await deps.audit('apps subscribe', { catalog: catalog.path, application: name, product, plan, state })
    const text = `${name} is subscribed to ${product}/${plan}${state === 'enabled' ? '' : `, ${state}`}`
    printResult(call, deps, text, { application: name, product, plan, state })
    return 0
  },
}
