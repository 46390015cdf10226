import type { Catalog, SourceLocation } from '../../config/types/index.ts'
import { DocumentError } from '../errors/document-error.ts'

/** Throws `DocumentError` for a registry whose users sign in in their browser: it cannot check a password. */
export function demandPasswords(
  { registries }: Pick<Catalog, 'registries'>,
  name: string,
  location: SourceLocation,
): void {
  const found = registries.get(name)
  if (!found?.signsInBrowser) return
  const words = `the user registry "${name}" of type ${found.type} checks no passwords: its users sign in in their browser`
  throw new DocumentError(location, words)
}
