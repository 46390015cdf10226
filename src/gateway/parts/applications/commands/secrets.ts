/** `sluice apps reset-secret`, `retire-secret` and `verify`: the secrets of an application's client ids. */
import { dayMs } from '../../../../shared/lib/time/durations.ts'
import { generateSecret, hashSecret, verifySecret } from '../../../../shared/security/index.ts'
import {
  addNewSecret,
  changeDocument,
  type RetainedSecret,
  removeOldSecrets,
  selectRetainedSecret,
} from '../../../config/index.ts'
import type { Application, Catalog, Credential } from '../../../config/types/index.ts'
import { type AppsArguments, type AppsDeps, type AppsVerb, printResult } from './apps-verb.ts'
import { findCredential, findTarget } from './find.ts'
import { renderLastUsed } from './last-used.ts'

export const resetSecretVerb: AppsVerb = async (call, deps) => {
  const { catalog, application } = await findTarget(call, deps)
  if (application.clientType === 'public') throw new Error(`${application.name} is public: it has no secret`)
  const { credential } = findCredential(application, call.clientId)
  const { clientId } = credential
  const keep = await selectKept(call, credential, catalog, deps)
  const keptOld = keep !== 'none'

  const expiresAt = toExpiry(call.expiresIn)
  const secret = generateSecret()
  const hash = await hashSecret(secret)
  await changeCredential(application, call, deps, (text, at) => addNewSecret(text, at, hash, { keep, expiresAt }))
  await deps.audit('apps reset-secret', { catalog: catalog.path, application: application.name, clientId, keptOld })

  const kept = {
    none: 'no other secret is valid',
    newest: 'the previous one stays valid',
    old: 'the oldest one stays valid',
  }
  const after = `${kept[keep]}${keptOld ? ` until "sluice apps retire-secret ${application.name}"` : ''}`
  const text = `client id      ${clientId}\nclient secret  ${secret}   (it is shown this once${renderExpiry(expiresAt)}; ${after})`
  printResult(call, deps, text, {
    application: application.name,
    clientId,
    clientSecret: secret,
    keptOld,
    secretExpiresAt: expiresAt,
  })
  return 0
}

/** Returns which secret stays valid. Rejects when that is ambiguous, with the last use of each. */
async function selectKept(
  { keep, keepOld, positionals: words }: AppsArguments,
  credential: Credential,
  catalog: Catalog,
  { lastUsed }: AppsDeps,
): Promise<RetainedSecret> {
  const kept = selectRetainedSecret(credential, { keepOld, keep }, Date.now())
  if (kept === 'missing') throw new Error(`${credential.clientId} has one secret only: keep it with --keep-old`)
  if (kept !== 'ambiguous') return kept

  const [uses] = (await lastUsed(catalog, [credential])) ?? []
  throw new Error(
    [
      `${credential.clientId} has two valid secrets, and a third replaces one of them:`,
      `  newest  ${renderLastUsed(uses, 0)}`,
      `  old     ${renderLastUsed(uses, 1)}`,
      `Name the one that stays valid with --keep newest or --keep old, or end the old one first with "sluice apps retire-secret ${words[0]}".`,
    ].join('\n'),
  )
}

export const retireSecretVerb: AppsVerb = async (call, deps) => {
  const { catalog, application } = await findTarget(call, deps)
  const { clientId, secretHashes } = findCredential(application, call.clientId).credential
  if (secretHashes.length < 2) throw new Error(`${clientId} has one secret only, and it is not retired`)

  await changeCredential(application, call, deps, removeOldSecrets)
  await deps.audit('apps retire-secret', { catalog: catalog.path, application: application.name, clientId })
  printResult(call, deps, `only the newest secret of ${clientId} is valid`, {
    application: application.name,
    clientId,
    secrets: 1,
  })
  return 0
}

export const verifySecretVerb: AppsVerb = async (call, deps) => {
  const { application } = await findTarget(call, deps)
  const { clientId, ...credential } = findCredential(application, call.clientId).credential
  const ends = [credential.secretExpiresAt, credential.oldSecretUntil]
  const isValid = ends.map((end) => end === undefined || end > Date.now())
  const secret = await deps.readSecret(`Secret of ${clientId}`)
  const checked = await Promise.all(
    credential.secretHashes.map(async (hash, index) => (await verifySecret(hash, secret)) && isValid[index]),
  )

  const right = checked.includes(true)
  const newest = checked[0] === true
  const text = right ? `right: it is ${newest ? 'the newest' : 'the older'} secret of ${clientId}` : 'wrong'
  printResult(call, deps, text, { application: application.name, clientId, right, newest: right ? newest : undefined })
  return right ? 0 : 1
}

/** Changes the document at the credential of the client id. */
function changeCredential(
  application: Application,
  { clientId }: AppsArguments,
  deps: AppsDeps,
  change: (text: string, at: ReturnType<typeof findCredential>) => string,
) {
  const at = findCredential(application, clientId)
  return changeDocument(application.location.file, (text) => change(text, at), deps)
}

/** Returns when the secret expires, ISO 8601; undefined without the option. */
export function toExpiry(days: number | undefined): string | undefined {
  return days === undefined ? undefined : new Date(Date.now() + days * dayMs).toISOString()
}

export function renderExpiry(expiresAt: string | undefined): string {
  return expiresAt === undefined ? '' : `; it expires at ${expiresAt}`
}
