/** The verbs of `sluice apps` for versions of products: who moves to another one, and which ones open APIs. */

import { requireConfig } from '../../../cli/common/require-config.ts'
import { describeChanges, moveSubscription, openFileStorage } from '../../../config/index.ts'
import { type Catalog, findSubscription, type Product, productBaseName } from '../../../config/types/index.ts'
import { setYamlValue } from '../../../lib/yaml/yaml-text.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog, requireProduct } from './find.ts'

/** `sluice apps supersede`: publishes a version; subscriptions stay at the old one, which takes no new ones. */
export const supersedeVerb = toState('deprecated')

/** `sluice apps replace` publishes a version, to which the subscriptions of the old one move; `retire` has none. */
export const retireVerb = toState('retired')

function toState(state: Product['state']): AppsVerb {
  return async (call, deps) => {
    const [from = '', to] = call.positionals
    const catalog = await findCatalog(call, deps)
    const before = requireConfig(await deps.load(), deps.folder)
    const old = requireProduct(catalog, from)
    const next = to === undefined ? undefined : requireProduct(catalog, to)
    const storage = deps.storage ?? openFileStorage(deps.folder)
    const changes = [
      ...(next ? [setState(next, 'published')] : []),
      ...(next && state === 'retired' ? listMoves(catalog, old, next, call.plan) : []),
      setState(old, state),
    ]
    const texts = await Promise.all(
      changes.map(async ({ file, edit }) => {
        const text = await storage.read(file)
        return { file, text: edit(text), before: text }
      }),
    )
    const lines = describeChanges(before, requireConfig(await deps.load(texts), deps.folder)).map(({ text }) => text)
    for (const { file, text, before } of call.dryRun ? [] : texts)
      if (!(await storage.replace(file, before, text)))
        throw new Error(`${file} was changed at the same time: run the command again`)
    if (!call.dryRun) await deps.audit('apps versions', { catalog: catalog.path, product: from, next: to, state })
    const head = `${from} ${call.dryRun ? 'would be' : 'is'} ${state}${to === undefined ? '' : `, ${to} published`}`
    printResult(call, deps, [...lines, head].join('\n'), { product: from, state, next: to, changes: lines })
    return 0
  }
}

function setState({ location: { file } }: Product, state: Product['state']) {
  return { file, edit: (text: string) => setYamlValue(text, ['state'], state) }
}

/** Returns the edits of applications that move their subscriptions from one version to another. */
function listMoves(catalog: Catalog, old: Product, next: Product, plans: readonly string[]) {
  const planOf = new Map(plans.map((each) => each.split('=', 2) as [string, string]))
  const product = `${productBaseName(next)}:${next.version}`
  return catalog.applications.flatMap((application) => {
    const present = findSubscription(application, old.name, catalog)
    if (!present) return []
    const plan = planOf.get(present.plan) ?? present.plan
    const edit = (text: string) => moveSubscription(text, present.product, { product, plan })
    return [{ file: application.location.file, edit }]
  })
}
