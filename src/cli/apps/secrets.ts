/** `sluice apps reset-secret`, `retire-secret` and `verify`: the secrets of an application's client ids. */
import { randomBytes } from 'node:crypto'

import type { Application, Catalog } from '../../config/types.ts'
import { hashSecret, verifySecret } from '../../lib/secret-hash.ts'
import { changeDocument } from './change.ts'
import { findApplication, findCatalog, findCredential } from './find.ts'
import { withValue, writtenAt } from './text.ts'
import { type AppsCall, type AppsTools, tell, type Verb } from './tools.ts'

/** 256 bits, in characters that need no escaping anywhere. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export const resetSecret: Verb = {
  usage: 'NAME [--client-id ID] [--keep-old]',
  words: 1,
  options: ['client-id', 'keep-old'],

  async run(call, tools) {
    const { catalog, application } = await find(call, tools)
    if (application.clientType === 'public')
      throw new Error(`${application.name} is public: it has no secret`)
    const { clientId } = findCredential(application, call.clientId).credential

    const secret = newSecret()
    const hash = await hashSecret(secret)
    await changeHashes(application, call, tools, (old) =>
      call.keepOld ? [hash, ...old.slice(0, 1)] : [hash],
    )
    const keptOld = call.keepOld
    await tools.audit('apps reset-secret', {
      catalog: catalog.path,
      application: application.name,
      clientId,
      keptOld,
    })

    const after = keptOld
      ? `the old one works, too, until "sluice apps retire-secret ${application.name}"`
      : 'the old one works no more'
    const text = `client id      ${clientId}\nclient secret  ${secret}   (it is shown this once; ${after})`
    tell(call, tools, text, { application: application.name, clientId, clientSecret: secret, keptOld })
    return 0
  },
}

export const retireSecret: Verb = {
  usage: 'NAME [--client-id ID]',
  words: 1,
  options: ['client-id'],

  async run(call, tools) {
    const { catalog, application } = await find(call, tools)
    const { clientId, secretHashes } = findCredential(application, call.clientId).credential
    if (secretHashes.length < 2) throw new Error(`${clientId} has one secret only, and it is not retired`)

    await changeHashes(application, call, tools, (old) => old.slice(0, 1))
    await tools.audit('apps retire-secret', {
      catalog: catalog.path,
      application: application.name,
      clientId,
    })
    tell(call, tools, `only the newest secret of ${clientId} works from now on`, {
      application: application.name,
      clientId,
      secrets: 1,
    })
    return 0
  },
}

export const verify: Verb = {
  usage: 'NAME [--client-id ID]',
  words: 1,
  options: ['client-id'],

  async run(call, tools) {
    const { application } = await find(call, tools)
    const { clientId, secretHashes } = findCredential(application, call.clientId).credential
    const secret = await tools.readSecret(`Secret of ${clientId}`)
    const checked = await Promise.all(secretHashes.map((hash) => verifySecret(hash, secret)))

    const right = checked.includes(true)
    const newest = checked[0] === true
    const text = right ? `right: it is ${newest ? 'the newest' : 'the older'} secret of ${clientId}` : 'wrong'
    tell(call, tools, text, { application: application.name, clientId, right, ...(right && { newest }) })
    return right ? 0 : 1
  },
}

async function find(
  call: AppsCall,
  tools: AppsTools,
): Promise<{ catalog: Catalog; application: Application }> {
  const catalog = await findCatalog(call, tools)
  return { catalog, application: findApplication(catalog, call.words[0] ?? '') }
}

/** The newest stands first. What a reference brings in is kept elsewhere, and must be changed there. */
function changeHashes(
  application: Application,
  { clientId }: AppsCall,
  tools: AppsTools,
  change: (old: readonly string[]) => string[],
): Promise<void> {
  const { credential, index } = findCredential(application, clientId)
  const hashes = ['credentials', index, 'client_secret_hashes']
  return changeDocument(
    application.place.file,
    (text) => {
      const old = (writtenAt(text, hashes) ?? []) as string[]
      const kept = change(old)
      const lost = old.find(
        (each) => each.startsWith('$') && !each.startsWith('$argon2') && !kept.includes(each),
      )
      if (lost !== undefined)
        throw new Error(
          `the hash comes from ${lost}: put the output of "sluice hash" there, or keep it by --keep-old`,
        )
      const changed = withValue(text, hashes, kept)
      return credential.wellKnown && !kept.includes(old[0] ?? '')
        ? withValue(changed, ['credentials', index, 'well_known'], false)
        : changed
    },
    tools,
  )
}
