/**
 * Finds files that a changed document names outside of the folders of the gateway. Who edits documents at the portal could
 * otherwise learn which files there are, and let the gateway use the keys of other programs.
 */
import { resolve } from 'node:path'
import { findDocumentKind } from '../documents/index.ts'
import { locateDocument } from '../text/find-documents.ts'
import { parseDocument } from '../text/parse-document.ts'
import { ProblemList } from '../text/problem-list.ts'
import { isReadable, listReadableFolders, type ReferenceDeps } from '../text/references.ts'

type TextChange = { file: string; before: string | undefined; after: string | undefined }

interface NamedFile {
  member: string
  path: string
  /** The value as the document has it: what a reference inserts is not shown. */
  written: string
}

/** The members that name files, by the kind of the document. */
const fileMembers: Readonly<Record<string, readonly string[]>> = {
  'user-registry': ['users_file'],
  'tls-client-profile': ['truststore', 'certificate', 'key'],
}

/**
 * Returns why a change is rejected: it names a file that is neither in a folder that `$file{}` may read nor in the data folder,
 * and that the document did not name before. Undefined for all other changes.
 */
export function findForeignFile(
  { file, before, after }: TextChange,
  root: string,
  environment: ReferenceDeps['environment'],
): string | undefined {
  const folders = [...listReadableFolders(root, environment), environment.SLUICE_DATA ?? ''].filter(Boolean)
  const known = new Set(listFiles(before).map(({ path }) => path))
  const foreign = listFiles(after).find(({ path }) => !known.has(path) && !isReadable(path, folders))
  if (!foreign) return undefined
  const { member, written } = foreign
  return `${file}: ${member} names ${written}, which is outside the folders whose files documents may name: ${folders.join(', ')}. Put the file there, or ask the operator to name its folder in SLUICE_FILE_FOLDERS`

  function listFiles(text: string | undefined): NamedFile[] {
    const location = locateDocument(file)
    const members = (location && text !== undefined && fileMembers[findDocumentKind(location, text) ?? '']) || []
    const mentioned = members.filter((member) => text?.includes(member))
    if (mentioned.length === 0 || text === undefined) return []
    const source = parseDocument(file, { text }, { root, environment, problems: new ProblemList() })
    if (!source) return []
    return mentioned.flatMap((member) => {
      const value = source.valueAt([member])
      if (typeof value !== 'string') return []
      return [{ member, path: resolve(source.folder, value), written: source.renderValue([member]) }]
    })
  }
}
