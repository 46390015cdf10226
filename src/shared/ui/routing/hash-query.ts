/**
 * The query of a fragment, such as `search=BIG` in `#/qmgr/QM1/queues?search=BIG`. The state of a list is part of the
 * URL, so that a link and the Back button restore it.
 */

/** Returns the query of a fragment. Names in the path escape `?`, so the first one begins the query. */
export function parseHashQuery(hash: string): URLSearchParams {
  const start = hash.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : hash.slice(start + 1))
}

/** Returns the fragment with the given parameters. An empty value removes its parameter; others stay. */
export function replaceHashQuery(hash: string, values: Readonly<Record<string, string>>): string {
  const query = parseHashQuery(hash)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  const path = hash.split('?', 1)[0] || '#/'
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The parameter that opens the dialog of a page that creates something. */
export const createParameter = 'create'

/** Returns the link to a page that opens this dialog, such as `#/qmgr?create=1`. */
export function buildCreateLink(page: string): string {
  return replaceHashQuery(page, { [createParameter]: '1' })
}
