/** Handlers for the client secrets of an application, and for its further credentials. */
import { clientNetwork } from '../../../../shared/http/request/client-address.ts'
import { dayMs } from '../../../../shared/lib/time/durations.ts'
import {
  generateClientId,
  generateSecret,
  hashSecret,
  sharedSecretVerifier,
} from '../../../../shared/security/index.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { checkWithAttemptLimit } from '../http/attempt-limit.ts'
import { createFieldError, PortalError } from '../http/portal-error.ts'
import { editApplication, findOwnApplication } from './own-applications.ts'
import { decideSecretExpiry } from './secret-expiry.ts'

const maxOverlapDays = 90

export const resetSecret: ResourceHandler<'POST /applications/:application/secrets'> = async (context) => {
  const { name, clientType, credentials } = findOwnApplication(context)
  if (clientType === 'public') throw new PortalError('no_secret')
  const { keepOld = true, keep, oldUntil } = context.body
  if (!keepOld && keep !== undefined)
    throw createFieldError('keep', '"keep" must be left out when the old secret is not kept')
  if (oldUntil !== undefined) checkEnd(oldUntil, keepOld, context.deps.clock())

  const secretExpiresAt = decideSecretExpiry(context.body.secretExpiresAt, context)
  const clientSecret = generateSecret()
  const secretHash = await hashSecret(clientSecret)
  const until = oldUntil === undefined ? undefined : new Date(oldUntil).toISOString()
  const change = { secretHash, keepOld, keep, oldUntil: until, secretExpiresAt }
  await editApplication(context, name, { do: 'reset secret', ...change })
  return { clientId: credentials[0]?.clientId ?? '', clientSecret, keptOld: keepOld, oldUntil: until }
}

export const removeOldSecret: ResourceHandler<'DELETE /applications/:application/secrets/old'> = async (context) => {
  await editApplication(context, findOwnApplication(context).name, { do: 'drop old secret' })
  return undefined
}

/** Limits failed attempts, so that a stolen session cannot be used to guess secrets. */
export const verifySecret: ResourceHandler<'POST /applications/:application/verify'> = async (context) => {
  const { clock } = context.deps
  const {
    clientId = '',
    secretHashes = [],
    oldSecretUntil = Infinity,
    secretExpiresAt = Infinity,
  } = findOwnApplication(context).credentials[0] ?? {}
  if (secretHashes.length === 0) throw new PortalError('no_secret')

  const { clientSecret } = context.body
  const now = clock()
  const isValid = [secretExpiresAt > now, oldSecretUntil > now]
  const who = { kind: 'user', name: `secret of ${clientId}`, address: clientNetwork(context.request) } as const
  const secret = await checkWithAttemptLimit(context.deps, who, clientSecret, async () => {
    for (const [index, hash] of secretHashes.entries())
      if (isValid[index] && (await sharedSecretVerifier.verify([hash], clientSecret)))
        return index === 0 ? 'newest' : 'old'
    return undefined
  })
  return { valid: secret !== undefined, secret }
}

function checkEnd(text: string, keepOld: boolean, now: number): void {
  const end = Date.parse(text)
  const refuse = (message: string) => createFieldError('oldUntil', `"oldUntil" must be ${message}`)
  if (!keepOld) throw refuse('left out when the old secret is not kept')
  if (!(end > now)) throw refuse('a time to come')
  if (end > now + maxOverlapDays * dayMs) throw refuse(`at most ${maxOverlapDays} days ahead`)
}

export const addCredential: ResourceHandler<'POST /applications/:application/credentials'> = async (context) => {
  const { name: application, clientType } = findOwnApplication(context)
  if (clientType === 'public') throw new PortalError('no_secret')
  const { name } = context.body
  const clientId = generateClientId()
  const clientSecret = generateSecret()
  const createdAt = new Date(context.deps.clock()).toISOString()
  const secretExpiresAt = decideSecretExpiry(context.body.secretExpiresAt, context)
  const secretHash = await hashSecret(clientSecret)
  await editApplication(context, application, {
    do: 'add credential',
    credential: name,
    clientId,
    secretHash,
    createdAt,
    secretExpiresAt,
  })
  return { name, clientId, clientSecret }
}

export const removeCredential: ResourceHandler<'DELETE /applications/:application/credentials/:credential'> = async (
  context,
) => {
  const { name } = findOwnApplication(context)
  const { credential = '' } = context.params
  await editApplication(context, name, { do: 'remove credential', credential })
  return undefined
}
