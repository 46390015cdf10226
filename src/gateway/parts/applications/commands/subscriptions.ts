/** The verbs of `sluice apps` for the plans of an application, and for whether it may call at all. */
import { didYouMean } from '../../../../shared/lib/output/suggest.ts'
import { changeDocument, removeSubscription, setSubscription } from '../../../config/index.ts'
import { setYamlValue } from '../../../lib/yaml/yaml-text.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findPlan, findTarget } from './find.ts'

/** `sluice apps subscribe`: a plan of a product for an application, in the place of another plan of it. */
export const subscribeVerb: AppsVerb = async (call, deps) => {
  const [name = '', wanted = ''] = call.positionals
  const { state = 'enabled' } = call
  const { catalog, application } = await findTarget(call, deps)
  const { product, plan } = findPlan(catalog, wanted)

  await changeDocument(application.location.file, (text) => setSubscription(text, { product, plan, state }), deps)
  await deps.audit('apps subscribe', { catalog: catalog.path, application: name, product, plan, state })
  const text = `${name} is subscribed to ${product}/${plan}${state === 'enabled' ? '' : `, ${state}`}`
  printResult(call, deps, text, { application: name, product, plan, state })
  return 0
}

/** `sluice apps suspend` and `resume`: whether an application may call at all. */
export const suspendVerb = toState('disabled', 'suspend', 'is suspended: every call and every token of it is refused')
export const resumeVerb = toState('enabled', 'resume', 'may call again')

function toState(state: 'enabled' | 'disabled', verb: string, done: string): AppsVerb {
  return async (call, deps) => {
    const { catalog, application } = await findTarget(call, deps)
    const { name } = application
    if (application.state !== state) {
      await changeDocument(application.location.file, (text) => setYamlValue(text, ['state'], state), deps)
      await deps.audit(`apps ${verb}`, { catalog: catalog.path, application: name })
    }
    printResult(call, deps, `${name} ${done}`, { application: name, state })
    return 0
  }
}

/** `sluice apps unsubscribe`: an application without the plan that it has of a product. */
export const unsubscribeVerb: AppsVerb = async (call, deps) => {
  const [, product = ''] = call.positionals
  const { catalog, application } = await findTarget(call, deps)
  const { name, subscriptions, location } = application
  const has = subscriptions.map((each) => each.product)
  if (!has.includes(product)) {
    const known = has.length > 0 ? `; it has ${has.join(', ')}` : ''
    throw new Error(`${name} is not subscribed to "${product}"${didYouMean(product, has) || known}`)
  }

  await changeDocument(location.file, (text) => removeSubscription(text, product), deps)
  await deps.audit('apps unsubscribe', { catalog: catalog.path, application: name, product })
  printResult(call, deps, `${name} is not subscribed to ${product} any more`, { application: name, product })
  return 0
}
