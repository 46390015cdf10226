/**
 * Applications of a catalog have names and client ids of their own, and no secret that everyone knows.
 */
import { renderPlace } from '../text/problems.ts'
import type { Path } from '../text/source.ts'
import type { Place } from '../types/index.ts'
import type { Rule } from './rule.ts'

export const applicationCredentials: Rule = function applicationCredentials(
  { folder },
  problems,
  { sandbox },
) {
  const taken = new Map<string, () => Place>()
  for (const { part, source } of folder.applications) {
    once(['name'], part.name, () => `an application "${part.name}"`)
    for (const [index, { clientId, wellKnown }] of part.credentials.entries()) {
      const path = ['credentials', index]
      const idPath = [...path, 'client_id']
      once(idPath, clientId, () => `the client id "${source.written(idPath) ?? clientId}"`)
      if (wellKnown && !sandbox) {
        const message =
          'is well known: the documentation prints its secret, so anyone can use it outside the sandbox'
        problems.warning(source.place(path), `the credential "${part.credentials[index]?.name}" ${message}`)
      }
    }

    function once(path: Path, id: string, what: () => string): void {
      const key = `${path[0]} ${id}`
      const first = taken.get(key)
      if (!first) taken.set(key, () => source.place(path))
      else problems.error(source.place(path), `the catalog has ${what()} already, at ${renderPlace(first())}`)
    }
  }
}
