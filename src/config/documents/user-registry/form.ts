/** The form of a user registry. */
import type { DocumentForm } from '../../types/index.ts'

export const userRegistryForm: DocumentForm = {
  groups: [
    {
      title: 'Registry',
      fields: [
        { path: 'title', title: 'Title', help: 'The name that users see.' },
        { path: 'name', title: 'Name', help: 'The name by which other documents refer to the registry.' },
        { path: 'summary', title: 'Summary' },
        {
          path: 'registry_type',
          title: 'Type',
          values: { authurl: 'Authentication URL', ldap: 'LDAP', lur: 'Local user registry' },
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
        { path: 'identity_providers', title: 'Identity providers', help: 'For readers of the document.' },
      ],
    },
  ],
  words: [{ path: 'configuration', title: 'Directory' }],
  hidden: ['endpoint/tls_client_profile_url'],
}
