/** Turns registered clients into applications of the catalog, and back: RFC 7591, RFC 7592. */
import type { Adapter, AdapterPayload, ClientMetadata } from 'oidc-provider'
import { hashSecret } from '../../../shared/security/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { type GrantType, grantTypes } from '../request/grant-types.ts'
import type { ProviderParts, RegisteredApplication } from '../request/provider-parts.ts'

/** The members of public keys that documents keep; nothing else of a registered key is stored. */
const keyMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']
const maxTitleLength = 100

/** Returns the adapter of clients whose registrations are stored as applications. */
export function addRegistrations(base: Adapter, parts: ProviderParts): Adapter {
  const { settings, consumers, registeredApplications: applications } = parts
  if (settings.registration?.initialAccessToken === undefined || !applications) return base

  return {
    ...base,
    async upsert(id, payload) {
      const application = await readRegisteredApplication(id, payload as ClientMetadata & AdapterPayload)
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

/** Returns the application of a client. Throws `invalid_client_metadata` for what applications cannot have. */
export async function readRegisteredApplication(id: string, metadata: ClientMetadata): Promise<RegisteredApplication> {
  refuseUnsupported(metadata)
  const { redirect_uris: redirectEndpoints = [], client_name: name, client_secret: secret } = metadata
  const method = metadata.token_endpoint_auth_method
  return {
    name: `client-${id}`,
    title: (name ?? `Client ${id}`).slice(0, maxTitleLength),
    clientType: method === 'none' ? 'public' : 'confidential',
    clientId: id,
    secretHash: secret === undefined ? undefined : await hashSecret(secret),
    keys: method === 'private_key_jwt' ? readKeys(metadata) : undefined,
    grants: listGrants(metadata),
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

/** Returns the names of the grants in documents. The device grant needs the right to authorization codes. */
function listGrants({ grant_types: types = ['authorization_code'] }: ClientMetadata): string[] {
  const names: Partial<Record<GrantType['name'], string>> = { device_code: 'access_code', jwt: 'application' }
  const found = types.map((type) => grantTypes.find((each) => each.type === type)?.name)
  const known = found.flatMap((name) => (name === undefined || name === 'token_exchange' ? [] : [names[name] ?? name]))
  return [...new Set(known)]
}

function invalidMetadata(description: string): OauthError {
  return new OauthError('invalid_client_metadata', description)
}
