/** Every verb of `sluice apps`. */
import { join } from 'node:path'
import { generateClientId, generateSecret, hashSecret } from '../../../../shared/security/index.ts'
import { addDocument, applicationFilePath, openFileStorage, renderApplication } from '../../../config/index.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog, findPlan } from './find.ts'
import { importVerb } from './import.ts'
import { listVerb } from './list.ts'
import { replaceVerb, retireVerb, supersedeVerb } from './product-versions.ts'
import { renderExpiry, resetSecretVerb, retireSecretVerb, toExpiry, verifySecretVerb } from './secrets.ts'
import { resumeVerb, subscribeVerb, suspendVerb, unsubscribeVerb } from './subscriptions.ts'

const createVerb: AppsVerb = async (call, deps) => {
  const [name = ''] = call.positionals
  const catalog = await findCatalog(call, deps)
  if (catalog.applications.some((each) => each.name === name))
    throw new Error(`there is an application "${name}" already`)

  const secretExpiresAt = toExpiry(call.expiresIn)
  const clientId = call.clientId ?? generateClientId()
  const secret = call.public ? undefined : generateSecret()
  const file = applicationFilePath(catalog, name)
  const text = renderApplication({
    name,
    settings: { title: call.title, grants: call.grant, redirectEndpoints: call.redirect }, // the check reports unknown grants
    clientType: call.public ? 'public' : 'confidential',
    clientId,
    secretHash: secret && (await hashSecret(secret)),
    secretExpiresAt,
    subscriptions: call.subscribe.map((each) => findPlan(catalog, each)),
  })
  await addDocument(file, text, deps)
  await deps.audit('apps create', { catalog: catalog.path, application: name, clientId })

  const shown =
    secret === undefined ? '' : `\nclient secret  ${secret}   (it is shown this once${renderExpiry(secretExpiresAt)})`
  const done = `${name} has been written to ${file}\nclient id      ${clientId}${shown}`
  printResult(call, deps, done, {
    application: name,
    file,
    clientId,
    clientSecret: secret,
    secretExpiresAt: secret && secretExpiresAt,
  })
  return 0
}

const exportVerb: AppsVerb = async (call, deps) => {
  const { location, name } = await findCatalog(call, deps)
  const folder = call.positionals[0] ?? deps.folder
  const catalogFolder = location.file.slice(0, location.file.lastIndexOf('/') + 1)
  const stored = (deps.stored ?? []).filter(({ file }) => file.startsWith(catalogFolder))
  const files = openFileStorage(folder)
  const [written, same]: string[][] = [[], []]
  for (const { file, text = '' } of stored) {
    if (await files.create(file, text)) written?.push(file)
    else if ((await files.read(file)).endsWith(text)) same?.push(file)
    else throw new Error(`${join(folder, file)} exists and has another text: nothing more was written`)
  }
  const lines = written?.map((file) => join(folder, file)) ?? []
  const unchanged = same?.length ? `; ${same.length} were there already` : ''
  const done = `${lines.length} applications of catalog ${name} have been written${unchanged}`
  printResult(call, deps, [done, ...lines].join('\n'), { folder, written, same })
  return 0
}

export const appsVerbs = {
  list: listVerb,
  create: createVerb,
  'reset-secret': resetSecretVerb,
  'retire-secret': retireSecretVerb,
  verify: verifySecretVerb,
  subscribe: subscribeVerb,
  unsubscribe: unsubscribeVerb,
  suspend: suspendVerb,
  resume: resumeVerb,
  supersede: supersedeVerb,
  replace: replaceVerb,
  retire: retireVerb,
  export: exportVerb,
  import: importVerb,
} as const satisfies Readonly<Record<string, AppsVerb>>
