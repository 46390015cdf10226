/** The form of an application, its keys and its subscriptions. */
import type { DocumentForm } from '../../types/index.ts'
import { describeAccessTerms } from '../members/form.ts'

export const applicationForm: DocumentForm = {
  groups: [
    {
      title: 'Application',
      fields: [
        { path: 'title', title: 'Title' },
        { path: 'name', title: 'Name' },
        { path: 'summary', title: 'Summary' },
        { path: 'owner', title: 'Owner' },
        { path: 'state', title: 'State' },
        { path: 'client_type', title: 'Client type' },
        { path: 'grants', title: 'Grants' },
      ],
    },
    {
      title: 'Keys',
      help: 'Create secrets with "sluice hash", or let the owner create them at the portal: documents hold only hashes.',
      fields: [
        { path: 'credentials', title: 'Credentials' },
        { path: 'redirect_endpoints', title: 'Redirect URIs', help: 'Absolute URIs, one on each line.' },
      ],
    },
    { title: 'Subscribed plans', fields: [{ path: 'subscriptions', title: 'Subscribed plans' }] },
  ],
  words: [{ path: 'credentials/*/client_id', title: 'Client ID' }, ...describeAccessTerms('', 'concurrent_calls')],
}
