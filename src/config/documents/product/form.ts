/** The form of a product and its plans. */
import type { DocumentForm } from '../../types/index.ts'
import { describeAccessTerms } from '../members/form.ts'

const limitHelp = 'A number of calls and an interval, such as 100/1hour, or "unlimited".'

export const productForm: DocumentForm = {
  groups: [
    {
      title: 'Product',
      fields: [
        { path: 'info/title', title: 'Title' },
        { path: 'info/name', title: 'Name', help: 'The name by which applications subscribe.' },
        { path: 'info/version', title: 'Version' },
        { path: 'info/description', title: 'Description' },
        { path: 'state', title: 'State' },
      ],
    },
    {
      title: 'APIs',
      fields: [{ path: 'apis', title: 'APIs', help: 'Plans refer to each API by the name in this list.' }],
    },
    { title: 'Plans', fields: [{ path: 'plans', title: 'Plans' }] },
  ],
  words: [
    { path: 'apis/*/name', title: 'API' },
    { path: 'plans/*/approval', title: 'An owner approves each subscription' },
    { path: '**/value', title: 'Limit', help: limitHelp },
    { path: '**/hard-limit', title: 'Reject calls above the limit' },
    {
      path: 'plans/*/apis',
      title: 'APIs of the plan',
      help: 'Without any, the plan has every API of the product.',
    },
    ...describeAccessTerms('plans/*/', 'concurrent-calls'),
  ],
  hidden: ['product', 'apis/*/$ref'],
}
