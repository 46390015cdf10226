/** The settings of an LDAP registry beyond those that all registries have. */
import { type Static, Type } from '../../lib/json-schema/type.ts'

import { tlsProfileProperties } from '../contract/tls-profile.ts'

const configuration = Type.Object({
  authentication_method: Type.Enum(['search_dn', 'compose_dn', 'compose_upn'], {
    default: 'search_dn',
    description:
      'search_dn finds the entry by a search; the others compose the name for the bind from the user name',
  }),
  authenticated_bind: Type.Union([Type.Boolean(), Type.Literal('true'), Type.Literal('false')], {
    default: false,
    description: 'Whether to search as admin_dn; otherwise the search is anonymous',
  }),
  admin_dn: Type.Optional(Type.String({ minLength: 1 })),
  admin_password: Type.Optional(Type.String({ minLength: 1 })),
  search_dn_base: Type.String({
    default: '',
    description: 'The base of the search, such as dc=example,dc=com',
  }),
  search_dn_scope: Type.Enum(['base', 'one', 'sub'], { default: 'sub' }),
  search_dn_filter_prefix: Type.String({ default: '(uid=', description: 'The filter before the user name' }),
  search_dn_filter_suffix: Type.String({ default: ')', description: 'The filter after the user name' }),
  bind_prefix: Type.String({ default: 'uid=', description: 'compose_dn: the text before the user name' }),
  bind_suffix: Type.String({
    default: '',
    description: 'The text after the user name, such as ,ou=people,dc=example,dc=com or @example.com',
  }),
  group_authentication_method: Type.Literal('none', { default: 'none' }),
  protocol_version: Type.Enum(['3', 3], { default: '3' }),
  directory_type: Type.Enum(['standard', 'ad'], {
    default: 'standard',
    description: 'For readers of the document only; it has no effect',
  }),
  attribute_mapping: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Ignored: Sluice does not write to the directory' },
    ),
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
