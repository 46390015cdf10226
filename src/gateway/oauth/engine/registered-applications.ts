/** Turns registered clients into applications of the catalog, and back: RFC 7591, RFC 7592. */
import type { Adapter, AdapterPayload, ClientMetadata } from 'oidc-provider'
import { hashSecret } from '../../../shared/security/index.ts'
import type { RegisteredClientLimits, RegistrationSettings } from '../../config/types/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { findDocumentGrant, grantTypes, isAllowedGrant } from '../request/grant-types.ts'
import type { ProviderParts, RegisteredApplication } from '../request/provider-parts.ts'
import { isLoopback } from './client-metadata.ts'

/** The members of public keys that documents keep; nothing else of a registered key is stored. */
const keyMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']
const maxTitleLength = 100

/** Returns the adapter of clients whose registrations are stored as applications. */
export function addRegistrations(base: Adapter, parts: ProviderParts): Adapter {
  const { settings, consumers, registeredApplications: applications } = parts
  const { registration } = settings
  if (registration?.initialAccessToken === undefined || !applications) return base

  return {
    ...base,
    async upsert(id, payload) {
      const application = await readRegisteredApplication(id, payload as ClientMetadata & AdapterPayload, registration)
      const { title, redirectEndpoints } = application
      const known = consumers.find(id)
      if (known) return applications.change(known.application.name, { title, redirectEndpoints })
      await applications.create(application)
    },
    async destroy(id) {
      const known = consumers.find(id)
      if (known) await applications.remove(known.application.name)
    },
  }
}

/**
 * Returns the application of a client. Throws `invalid_client_metadata` for what applications cannot have, and `invalid_redirect_uri`.
 *
 * A registration with a grant that the provider does not allow is refused. A metadata document is written for many providers: its
 * other grants are left out, and it is refused when none is left.
 */
export async function readRegisteredApplication(
  id: string,
  metadata: ClientMetadata,
  { allowed }: Pick<RegistrationSettings, 'allowed'>,
): Promise<RegisteredApplication> {
  refuseUnsupported(metadata)
  refuseRedirects(metadata)
  const { redirect_uris: redirectEndpoints = [], client_name: name, client_secret: secret } = metadata
  const method = metadata.token_endpoint_auth_method
  return {
    name: `client-${id}`,
    title: (name ?? `Client ${id}`).slice(0, maxTitleLength),
    clientType: method === 'none' ? 'public' : 'confidential',
    clientId: id,
    secretHash: secret === undefined ? undefined : await hashSecret(secret),
    keys: method === 'private_key_jwt' ? readKeys(metadata) : undefined,
    grants: listGrants(metadata, allowed, id.startsWith('https:')),
    redirectEndpoints,
  }
}

function refuseUnsupported({ jwks_uri: uri, token_endpoint_auth_method: method }: ClientMetadata): void {
  if (uri !== undefined) throw invalidMetadata('jwks_uri is not supported: send the keys in jwks')
  if (method === 'tls_client_auth' || method === 'self_signed_tls_client_auth')
    throw invalidMetadata(`clients cannot register ${method}: the operator adds their certificates`)
}

function readKeys({ jwks }: ClientMetadata): object[] {
  const keys = jwks?.keys ?? []
  if (keys.length === 0 || keys.length > 10) throw invalidMetadata('private_key_jwt needs 1 to 10 keys in jwks')
  return keys.map((key) => {
    const all = key as Record<string, unknown>
    const kept = keyMembers.flatMap((member) => (all[member] === undefined ? [] : [[member, all[member]] as const]))
    // References such as $env{NAME} have no place in a document that a client writes.
    if (kept.some(([, value]) => typeof value !== 'string' || value.includes('$')))
      throw invalidMetadata('the members of keys must be texts without the character $')
    return Object.fromEntries(kept)
  })
}

/** Refuses redirect URIs with credentials, and plain HTTP but to the loopback interface of native clients: RFC 8252 section 7.3. */
function refuseRedirects({ redirect_uris: uris = [], application_type: type }: ClientMetadata): void {
  const isNative = type === 'native' || uris.every(isLoopback)
  for (const uri of uris) {
    const { protocol, username, password } = new URL(uri)
    const fault = (username !== '' || password !== '') && 'must not have a user name or a password'
    const unsafe =
      protocol === 'http:' && !(isNative && isLoopback(uri)) && 'must be https, or loopback URLs of a native client'
    if (fault || unsafe)
      throw new OauthError('invalid_redirect_uri', `redirect_uris ${fault || unsafe}: found ${uri.slice(0, 200)}`)
  }
}

/** Returns the names of the grants in documents. */
function listGrants(
  { grant_types: types = ['authorization_code'] }: ClientMetadata,
  allowed: RegisteredClientLimits,
  isDocument: boolean,
): string[] {
  const isKept = (type: string) => grantTypes.some((each) => each.type === type && isAllowedGrant(each.name, allowed))
  const kept = types.filter(isKept)
  const refused = types.find((type) => !isKept(type))
  if (refused !== undefined && (!isDocument || kept.length === 0)) {
    const all = grantTypes.filter(({ type }) => isKept(type)).map(({ type }) => type)
    throw invalidMetadata(`grant_types: clients that register cannot have ${refused}, but only ${all.join(', ')}`)
  }
  const found = kept.flatMap((type) => grantTypes.find((each) => each.type === type) ?? [])
  return [...new Set(found.flatMap(({ name }) => findDocumentGrant(name) ?? []))]
}

function invalidMetadata(description: string): OauthError {
  return new OauthError('invalid_client_metadata', description)
}
