/** The settings of an LDAP registry beyond those that all registries have. */
import { choice, optionalText } from '../../lib/json-schema/members.ts'
import { type Static, Type } from '../../lib/json-schema/type.ts'
import { tlsProfileProperties } from '../contract/user-registry.ts'

/** RFC 4512 section 2.5. */
const attributeName = '^[A-Za-z][A-Za-z0-9-]*(;[A-Za-z0-9-]+)*$'

const configuration = Type.Object({
  authentication_method: choice(
    ['search_dn', 'compose_dn', 'compose_upn'],
    'search_dn finds the entry by a search; the others compose the name for the bind from the user name',
  ),
  authenticated_bind: Type.Union([Type.Boolean(), Type.Literal('true'), Type.Literal('false')], {
    default: false,
    description: 'Whether to search as admin_dn; otherwise the search is anonymous',
  }),
  admin_dn: optionalText('The DN that searches with authenticated_bind'),
  admin_password: optionalText('The password of admin_dn'),
  search_dn_base: Type.String({ default: '', description: 'The base of the search, such as dc=example,dc=com' }),
  search_dn_scope: choice(['base', 'one', 'sub'], 'How far the search goes', 'sub'),
  search_dn_filter_prefix: Type.String({ default: '(uid=', description: 'The filter before the user name' }),
  search_dn_filter_suffix: Type.String({ default: ')', description: 'The filter after the user name' }),
  bind_prefix: Type.String({ default: 'uid=', description: 'compose_dn: the text before the user name' }),
  bind_suffix: Type.String({
    default: '',
    description: 'The text after the user name, such as ,ou=people,dc=example,dc=com or @example.com',
  }),
  group_authentication_method: Type.Literal('none', { default: 'none' }),
  protocol_version: Type.Enum(['3', 3], { default: '3' }),
  directory_type: choice(['standard', 'ad'], 'For readers of the document only; it has no effect'),
  token_ceiling_attributes: Type.Optional(
    Type.Object(
      {
        scopes: optionalText('Its values are the only scopes of the user', { pattern: attributeName }),
        access_token_ttl: optionalText('Its value is in seconds', { pattern: attributeName }),
        refresh_token_ttl: optionalText('Its value is in seconds', { pattern: attributeName }),
      },
      { description: 'The attributes of an entry that limit the tokens of the user; search_dn only' },
    ),
  ),
  attribute_mapping: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'Ignored: Sluice does not write to the directory' }),
  ),
})

/** The schema of the settings. */
export const ldapSettings = Type.Object({
  endpoint: Type.Object({
    endpoint: Type.String({
      pattern: '^ldaps?://[^\\s/?#@]+/?$',
      description: 'ldaps://host:636 or ldap://host:389; with a TLS profile, ldap:// uses StartTLS',
    }),
    timeout: Type.Number({
      exclusiveMinimum: 0,
      maximum: 300,
      default: 10,
      description: 'Timeout of a sign-in in seconds',
    }),
    ...tlsProfileProperties,
  }),
  configuration,
})

/** The member `configuration` of an LDAP registry document. */
export type LdapConfiguration = Static<typeof configuration>

/** Returns the attribute in which the search looks for the user name, for example `uid`; undefined when there is none. */
export function filterAttribute({ search_dn_filter_prefix: prefix }: LdapConfiguration): string | undefined {
  return /([a-z][a-z0-9-]{0,200})=$/i.exec(prefix)?.[1]
}
