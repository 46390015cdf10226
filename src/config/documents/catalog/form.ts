/** The form of the settings of a catalog. */
import type { DocumentForm } from '../../types/index.ts'

export const catalogForm: DocumentForm = {
  groups: [
    {
      title: 'Catalog',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name' },
        { path: 'org', title: 'Organisation' },
        { path: 'summary', title: 'Summary' },
      ],
    },
    {
      title: 'Available in the catalog',
      fields: [
        { path: 'api_user_registries', title: 'API user registries' },
        { path: 'oauth_providers', title: 'OAuth providers' },
        { path: 'tls_client_profiles', title: 'TLS client profiles' },
        { path: 'offline_apis', title: 'APIs that are offline' },
      ],
    },
    {
      title: 'Properties',
      fields: [{ path: 'properties', title: 'Properties' }],
    },
  ],
  words: [
    { path: 'portal', title: 'Developer portal' },
    { path: 'portal/user_registry', title: 'User registry' },
    { path: 'portal/owners', title: 'Owners', help: 'User names, one on each line.' },
    { path: 'portal/self_signup', title: 'Visitors may sign up' },
    { path: 'portal/owners_edit_documents', title: 'Owners may change all documents' },
  ],
  hidden: ['user_registry_urls', 'api_user_registry_urls', 'oauth_provider_urls', 'tls_client_profile_urls'],
}
