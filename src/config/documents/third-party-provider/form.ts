/** The form of an OAuth provider of a third party. */
import type { DocumentForm } from '../../types/index.ts'

export const thirdPartyForm: DocumentForm = {
  groups: [
    {
      title: 'Provider',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name' },
        { path: 'summary', title: 'Summary' },
      ],
    },
    {
      title: 'Grants and scopes',
      fields: [
        { path: 'grants', title: 'Supported grant types' },
        { path: 'scopes', title: 'Scopes' },
      ],
    },
  ],
  words: [{ path: 'third_party_config', title: 'Verification of tokens' }],
  hidden: ['provider_type', '**/advanced_scope_security', '**/tls_client_profile_url'],
}
