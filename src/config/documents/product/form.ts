/** The form of a product and its plans. */
import type { DocumentForm } from '../../types/index.ts'
import { describeAccessTerms } from '../members/form.ts'

export const productForm: DocumentForm = {
  groups: [
    {
      title: 'Product',
      fields: [
        { path: 'info/title', title: 'Title' },
        { path: 'info/name', title: 'Name' },
        { path: 'info/version', title: 'Version' },
        { path: 'info/description', title: 'Description' },
        { path: 'state', title: 'State' },
      ],
    },
    {
      title: 'APIs',
      fields: [{ path: 'apis', title: 'APIs' }],
    },
    { title: 'Plans', fields: [{ path: 'plans', title: 'Plans' }] },
  ],
  words: [
    { path: 'apis/*/name', title: 'API' },
    { path: 'plans/*/approval', title: 'An owner approves each subscription' },
    { path: '**/value', title: 'Limit' },
    { path: '**/hard-limit', title: 'Reject calls above the limit' },
    { path: 'plans/*/apis', title: 'APIs of the plan' },
    ...describeAccessTerms('plans/*/', 'concurrent-calls'),
  ],
  hidden: ['product', 'apis/*/$ref'],
}
