/** The form of a user registry. */
import type { DocumentForm } from '../../types/index.ts'

export const userRegistryForm: DocumentForm = {
  groups: [
    {
      title: 'Registry',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name' },
        { path: 'summary', title: 'Summary' },
        {
          path: 'registry_type',
          title: 'Type',
          values: {
            authurl: 'Authentication URL',
            ldap: 'LDAP',
            lur: 'Local user registry',
            oidc: 'OpenID Connect provider',
          },
        },
      ],
    },
    {
      title: 'Server',
      fields: [
        { path: 'endpoint/endpoint', title: 'URL' },
        { path: 'endpoint/timeout', title: 'Timeout in seconds' },
        { path: 'endpoint/tls_client_profile', title: 'TLS client profile' },
        { path: 'users_file', title: 'User file' },
      ],
    },
    {
      title: 'Users',
      fields: [
        { path: 'case_sensitive', title: 'User names are case-sensitive' },
        { path: 'identity_providers', title: 'Identity providers' },
      ],
    },
  ],
  words: [{ path: 'configuration', title: 'Directory or provider' }],
  hidden: ['**/tls_client_profile_url'],
}
