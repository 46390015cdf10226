/** The settings of an LDAP registry beyond those that all registries have. */
import { type Static, Type } from '../../lib/json-schema/type.ts'

import { tlsProfileProperties } from '../contract/tls-profile.ts'

const configuration = Type.Object({
  authentication_method: Type.Enum(['search_dn', 'compose_dn', 'compose_upn'], {
    default: 'search_dn',
    description: 'Find the entry by a search, or compose the name to bind with from the user name',
  }),
  authenticated_bind: Type.Union([Type.Boolean(), Type.Literal('true'), Type.Literal('false')], {
    default: false,
    description: 'Whether the search is made as admin_dn; otherwise it is made anonymously',
  }),
  admin_dn: Type.Optional(Type.String({ minLength: 1 })),
  admin_password: Type.Optional(Type.String({ minLength: 1 })),
  search_dn_base: Type.String({ default: '', description: 'Where the search begins, dc=example,dc=com' }),
  search_dn_scope: Type.Enum(['base', 'one', 'sub'], { default: 'sub' }),
  search_dn_filter_prefix: Type.String({ default: '(uid=', description: 'The filter before the user name' }),
  search_dn_filter_suffix: Type.String({ default: ')', description: 'The filter after the user name' }),
  bind_prefix: Type.String({ default: 'uid=', description: 'compose_dn: the text before the user name' }),
  bind_suffix: Type.String({
    default: '',
    description: 'The text after the user name: ,ou=people,dc=example,dc=com or @example.com',
  }),
  group_authentication_method: Type.Literal('none', { default: 'none' }),
  protocol_version: Type.Enum(['3', 3], { default: '3' }),
  directory_type: Type.Enum(['standard', 'ad'], {
    default: 'standard',
    description: 'For people who read the document; the methods work alike with both',
  }),
  attribute_mapping: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Of use only where users are written; ignored' },
    ),
  ),
})

/** The schema of the settings. */
export const ldapSettings = Type.Object({
  endpoint: Type.Object({
    endpoint: Type.String({
      pattern: '^ldaps?://[^\\s/?#@]+/?$',
      description: 'ldaps://host:636, or ldap://host:389; with a TLS profile, ldap:// is raised to TLS first',
    }),
    timeout: Type.Number({
      exclusiveMinimum: 0,
      maximum: 300,
      default: 10,
      description: 'Seconds within which a sign-in must be decided',
    }),
    ...tlsProfileProperties,
  }),
  configuration,
})

/** The member `configuration` of an LDAP registry document. */
export type LdapConfiguration = Static<typeof configuration>
