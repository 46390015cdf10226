/** The texts of members that the forms of several kinds of documents have. */
import type { DocumentForm } from '../../types/index.ts'

/** Adds the texts of the terms of access to a form, for members with this prefix in their paths. */
export function addAccessTerms(form: DocumentForm, prefix: string, concurrent: string): DocumentForm {
  const terms = [
    { path: `${prefix}${concurrent}`, title: 'Concurrent calls' },
    { path: `${prefix}addresses`, title: 'IP addresses' },
    {
      path: `${prefix}addresses/allow`,
      title: 'Allowed',
      help: 'Addresses and networks, one on each line. Without any, all are allowed.',
    },
    { path: `${prefix}addresses/deny`, title: 'Denied' },
  ]
  return { ...form, words: [...(form.words ?? []), ...terms] }
}
