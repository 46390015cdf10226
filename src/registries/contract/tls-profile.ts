/** The TLS profile of a registry's `endpoint`, by either of its two members in documents. */
import { optionalText } from '../../lib/json-schema/members.ts'
import { Type } from '../../lib/json-schema/type.ts'

/** The schema of the members that name a TLS profile. */
export const tlsProfileProperties = {
  tls_client_profile: optionalText('A TLS client profile of the catalog, by name or name:version'),
  tls_client_profile_url: Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
      description: 'The same as exported documents write it: a URL that ends in the name of the profile',
    }),
  ),
}

type NamesProfile = { tls_client_profile?: string; tls_client_profile_url?: string | null }

/** Returns the name of the profile without its version, or undefined when none is set. */
export function parseTlsProfileName({ tls_client_profile, tls_client_profile_url }: NamesProfile): string | undefined {
  const written = tls_client_profile ?? tls_client_profile_url ?? undefined
  return written?.split('/').at(-1)?.split(':')[0]
}
