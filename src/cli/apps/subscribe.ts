/** `sluice apps subscribe`: a plan of a product for an application, in the place of another plan of it. */
import { UsageError } from '../command.ts'
import { changeDocument } from './change.ts'
import { findApplication, findCatalog, findPlan } from './find.ts'
import { withItem, withValue } from './text.ts'
import { tell, type Verb } from './tools.ts'

const states = ['enabled', 'disabled', 'pending']

export const subscribe: Verb = {
  usage: 'NAME PRODUCT/PLAN [--state enabled|disabled|pending]',
  words: 2,
  options: ['state'],

  async run(call, tools) {
    const [name = '', wanted = ''] = call.words
    const { state = 'enabled' } = call
    if (!states.includes(state))
      throw new UsageError(`--state must be one of ${states.join(', ')}, found "${state}"`)

    const catalog = await findCatalog(call, tools)
    const application = findApplication(catalog, name)
    const { product, plan } = findPlan(catalog, wanted)
    const index = application.subscriptions.findIndex((each) => each.product === product)

    await changeDocument(
      application.place.file,
      (text) => {
        if (index < 0)
          return withItem(text, ['subscriptions'], { product, plan, ...(state !== 'enabled' && { state }) })
        const planned = withValue(text, ['subscriptions', index, 'plan'], plan)
        return application.subscriptions[index]?.state === state
          ? planned
          : withValue(planned, ['subscriptions', index, 'state'], state)
      },
      tools,
    )
    await tools.audit('apps subscribe', { catalog: catalog.path, application: name, product, plan, state })
    const text = `${name} is subscribed to ${product}/${plan}${state === 'enabled' ? '' : `, ${state}`}`
    tell(call, tools, text, { application: name, product, plan, state })
    return 0
  },
}
