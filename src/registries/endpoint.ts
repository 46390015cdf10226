/**
 * The TLS profile of a registry's `endpoint`, in the two ways in which documents name it.
 */
import { Type } from 'typebox'

export const tlsProfileMembers = {
  tls_client_profile: Type.Optional(
    Type.String({ minLength: 1, description: 'The name of a TLS client profile of the catalog' }),
  ),
  tls_client_profile_url: Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
      description: 'The same as exported documents write it: an address that ends in /{name}/{version}',
    }),
  ),
}

interface NamesProfile {
  tls_client_profile?: string
  tls_client_profile_url?: string | null
}

/** The name of the profile, or undefined when there is none. */
export function profileName({ tls_client_profile: name, tls_client_profile_url: url }: NamesProfile) {
  return name ?? (url ? (/\/tls-client-profiles\/([^/]+)/.exec(url)?.[1] ?? url) : undefined)
}
