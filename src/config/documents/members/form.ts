/** The texts of members that the forms of several kinds of documents have. */

/** Returns the texts of the terms of access, for members with this prefix in their paths. */
export function describeAccessTerms(prefix: string, concurrent: string) {
  return [
    { path: `${prefix}${concurrent}`, title: 'Concurrent calls' },
    { path: `${prefix}addresses`, title: 'IP addresses' },
    {
      path: `${prefix}addresses/allow`,
      title: 'Allowed',
      help: 'Addresses and networks, one on each line. Without any, all are allowed.',
    },
    { path: `${prefix}addresses/deny`, title: 'Denied' },
  ]
}
