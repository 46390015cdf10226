/**
 * Applications of a catalog have names and client ids of their own, and no secret that everyone knows.
 */
import { renderPlace } from '../problems.ts'
import type { Path } from '../text/source.ts'
import type { Rule } from './rule.ts'

export const applicationCredentials: Rule = function applicationCredentials(
  { folder },
  problems,
  { sandbox },
) {
  const taken = new Map<string, string>()
  for (const { part, source } of folder.applications) {
    once(`an application "${part.name}"`, ['name'])
    for (const [index, { clientId, wellKnown }] of part.credentials.entries()) {
      const path = ['credentials', index]
      once(
        `the client id "${source.written([...path, 'client_id']) ?? clientId}"`,
        [...path, 'client_id'],
        clientId,
      )
      if (wellKnown && !sandbox) {
        const message =
          'is well known: the documentation prints its secret, so anyone can use it outside the sandbox'
        problems.warning(source.place(path), `the credential "${part.credentials[index]?.name}" ${message}`)
      }
    }

    function once(what: string, path: Path, id = part.name): void {
      const key = `${path[0]} ${id}`
      const first = taken.get(key)
      if (first) problems.error(source.place(path), `the catalog has ${what} already, at ${first}`)
      else taken.set(key, renderPlace(source.place(path)))
    }
  }
}
