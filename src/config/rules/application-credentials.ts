/** Checks that names and client ids of applications are unique in a catalog, and that no secret is a published one. */
import type { MemberPath } from '../text/parsed-document.ts'
import { renderLocation } from '../text/problem-list.ts'
import type { SourceLocation } from '../types/index.ts'
import type { CatalogRule } from './rule.ts'

export const applicationCredentialsRule: CatalogRule = function applicationCredentials(
  { folder },
  problems,
  { sandbox },
) {
  const taken = new Map<string, () => SourceLocation>()
  for (const { part, source } of folder.applications) {
    once(['name'], part.name, () => `an application "${part.name}"`)
    for (const [index, { clientId, hasWellKnownSecret: wellKnown }] of part.credentials.entries()) {
      const path = ['credentials', index]
      const idPath = [...path, 'client_id']
      once(idPath, clientId, () => `the client id "${source.writtenText(idPath) ?? clientId}"`)
      if (wellKnown && !sandbox) {
        const message = 'is well known: the documentation prints its secret, so anyone can use it outside the sandbox'
        problems.warning(source.locate(path), `the credential "${part.credentials[index]?.name}" ${message}`)
      }
    }

    function once(path: MemberPath, id: string, what: () => string): void {
      const key = `${path[0]} ${id}`
      const first = taken.get(key)
      if (!first) taken.set(key, () => source.locate(path))
      else problems.error(source.locate(path), `the catalog has ${what()} already, at ${renderLocation(first())}`)
    }
  }
}
