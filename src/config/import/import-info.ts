/** Step of an import: name, title and version of the API. */
import { trimCharacters, trimEndCharacters } from '../../lib/text/trim-characters.ts'
import { type ImportContext, membersOf, removeUnknownMembers } from './import-context.ts'
import { ImportError } from './import-types.ts'

const infoMembers = new Set(['title', 'version', 'description', 'summary', 'termsOfService', 'contact', 'license'])
const maxNameLength = 64

/** Returns the name, the title and the version, and writes them into the document. Throws `ImportError` for a wrong name. */
export function importInfo(context: ImportContext): { name: string; title: string; version: string } {
  const { document, source, options, note } = context
  const info = membersOf(document.info)
  const title = typeof info.title === 'string' && info.title.trim() !== '' ? info.title : 'API'
  if (title !== info.title) note('changed', ['info'], `has no title: "${title}" is used`)

  const written = info.version === undefined ? '1.0.0' : source.renderValue(['info', 'version'])
  const version = written.trim().replaceAll(/[:\s]+/g, '-') || '1.0.0'
  if (version !== info.version) note('changed', ['info', 'version'], `is now "${version}"`)

  const own = typeof info['x-ibm-name'] === 'string' ? info['x-ibm-name'] : undefined
  const name = options.name ?? own ?? toName(title)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) {
    throw new ImportError(
      `the name of the API must have letters, digits, "-", "_" and "." - found "${name}"; set --name`,
    )
  }
  removeUnknownMembers(info, infoMembers, ['info'], context)
  document.info = { ...info, title, version, 'x-ibm-name': name }
  return { name, title, version }
}

/** Derives a name from a title: `Swagger Petstore - OpenAPI 3.0` becomes `swagger-petstore-openapi-3.0`. */
function toName(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
  return trimEndCharacters(trimCharacters(words, '-.').slice(0, maxNameLength), '-.') || 'api'
}
