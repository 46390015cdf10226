/** The part of the key of a kept response that tells its user. */
import { createHash } from 'node:crypto'
import type { OutgoingRequest } from '../../../../shared/http/client/index.ts'
import { isSecretName } from '../../activity/secret-names.ts'
import type { Call } from '../../call/call.ts'

/** The parts of a call that tell its user. */
export interface CallOfUser {
  readonly caller: Pick<Call['caller'], 'token' | 'user'> & { readonly client: { clientId: string } | undefined }
  readonly message: Pick<Call['message'], 'headersSetByPolicies'>
}

/**
 * Returns a digest of everything that tells users apart, so that the response to one is not used for another: who the
 * security checks have found, and the headers to the upstream that have credentials or that policies have set.
 */
export function describeUser({ caller, message }: CallOfUser, { headers }: Pick<OutgoingRequest, 'headers'>): string {
  const { client, token, user } = caller
  const parts = [client?.clientId, token?.issuer, token?.subject, token && [...token.scopes].sort(), user]
  const telling = headers.map((text, index) => {
    const name = headers[index - (index % 2)] ?? ''
    const isSet = message.headersSetByPolicies?.has(name.toLowerCase())
    return isSet || isSecretName(name) || jwt.test(headers[index - (index % 2) + 1] ?? '') ? text : undefined
  })
  return createHash('sha256')
    .update(JSON.stringify([parts, telling.filter((each) => each !== undefined)]))
    .digest('base64')
}

const jwt = /^(?:[\w-]+ )?[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/
