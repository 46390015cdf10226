import type { UserRegistry } from '../../../shared/registries/index.ts'
import { DocumentError, locateWithin, UndefinedValueError } from '../../data-plane/errors/document-error.ts'
import type { PolicyContext } from '../../data-plane/policy/policy.ts'

/**
 * Returns the registry that the setting `user-registry` names. Throws `UndefinedValueError` when the catalog does not have it, and
 * `DocumentError` when its users sign in in their browser: it cannot check a password.
 */
export function findUserRegistry(
  { catalog, deps, location }: PolicyContext,
  name: string,
  options?: { isAlreadyReported: boolean },
): UserRegistry {
  const place = locateWithin(location, 'user-registry')
  const found = catalog.registries.get(name)
  if (!found) throw new UndefinedValueError(place, `the user registry "${name}" is not enabled in the catalog`, options)
  if (!found.signsInBrowser) return deps.registry(catalog.path, name)
  const words = `the user registry "${name}" of type ${found.type} checks no passwords: its users sign in in their browser`
  throw new DocumentError(place, words)
}
