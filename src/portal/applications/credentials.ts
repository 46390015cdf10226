/** Handlers for the named credentials of an application: further pairs of client id and client secret. */
import { generateClientId, generateSecret, hashSecret } from '../../security/index.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import { editApplication, findOwnApplication } from './own-applications.ts'
import { decideSecretExpiry } from './secret-expiry.ts'

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
