/** The verbs of `sluice apps` for versions of products: who moves to another one, and which ones open APIs. */
import { requireConfig } from '../../../cli/common/require-config.ts'
import { describeChanges, openFileStorage, planProductVersion, type VersionAction } from '../../../config/index.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog, requireProduct } from './find.ts'

/** `sluice apps supersede`: publishes a version; subscriptions stay at the old one, which takes no new ones. */
export const supersedeVerb = buildVersionVerb('supersede', 'deprecated')

/** `sluice apps replace`: publishes a version, to which the subscriptions of the old one move. */
export const replaceVerb = buildVersionVerb('replace', 'retired')

/** `sluice apps retire`: the plans of a version allow no calls any more. */
export const retireVerb = buildVersionVerb('retire', 'retired')

function buildVersionVerb(action: VersionAction, state: 'deprecated' | 'retired'): AppsVerb {
  return async (call, deps) => {
    const [from = '', to] = call.positionals
    const catalog = await findCatalog(call, deps)
    const before = requireConfig(await deps.load(), deps.folder)
    const old = requireProduct(catalog, from)
    const next = to === undefined ? undefined : requireProduct(catalog, to)
    const storage = deps.storage ?? openFileStorage(deps.folder)
    const texts = await Promise.all(
      planProductVersion(catalog, { action, old, next, plans: call.plan ?? [] }).map(async ({ file, edit }) => {
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
