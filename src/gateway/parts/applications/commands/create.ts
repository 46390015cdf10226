/** `sluice apps create`: creates an application with a client id and, unless it is public, a secret. */

import { generateClientId, generateSecret, hashSecret } from '../../../../shared/security/index.ts'
import { addDocument, applicationFilePath, renderApplication } from '../../../config/index.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog, findPlan } from './find.ts'
import { renderExpiry, toExpiry } from './secrets.ts'

export const createVerb: AppsVerb = async (call, deps) => {
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
