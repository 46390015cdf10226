/** Finds the documents that refer to a document, and renames a document together with them. */
import { basename, dirname, extname, join } from 'node:path'
import { attempt } from '../../../../../shared/lib/collections/attempt.ts'
import {
  type DocumentOutline,
  findReferences,
  referenceNames,
  renameDocument,
  renameReferences,
} from '../../../../config/index.ts'
import { editYaml, readYaml, YamlEditError } from '../../../../lib/yaml/edit-yaml.ts'
import type { DocumentChange, DocumentReferenceView } from '../../index.ts'
import { PortalRequestError } from '../portal-request-error.ts'
import { type DocumentFiles, rejectTooLarge, revisionOf } from './document-files.ts'

type RelatedDocument = { outline: DocumentOutline; text: string; value: unknown }

/** Returns the members of other documents that name a document. */
export async function listReferences(file: string, files: DocumentFiles): Promise<DocumentReferenceView[]> {
  const { target, related } = await findRelated(file, files)
  return related.flatMap(({ outline, value }) =>
    findReferences(outline.kind, value, target).map((path) => ({ file: outline.file, path: path.join('.') })),
  )
}

/**
 * Returns the changes that rename a document and every reference to it. The file gets the new name when it had the old
 * one. Rejects with `PortalRequestError` when a reference is written in a way that cannot be changed, or a file is too large.
 */
export async function planRename(
  { file, name }: { file: string; name: string },
  files: DocumentFiles,
): Promise<DocumentChange[]> {
  const { target, related, text } = await findRelated(file, files)
  const renamed = edit(file, () => editYaml(text, renameDocument(target.kind, name)))
  const newFile = renameFile(file, target.name, name)
  const own: DocumentChange[] =
    newFile === file
      ? [{ file, text: renamed, revision: revisionOf(text) }]
      : [
          { file: newFile, text: renamed, revision: null },
          { file, text: null, revision: revisionOf(text) },
        ]
  const others = related.flatMap(({ outline, text: before, value }): DocumentChange[] => {
    const edits = renameReferences(outline.kind, value, target, name)
    if (edits.length === 0) return []
    const after = edit(outline.file, () => editYaml(before, edits))
    return [{ file: outline.file, text: after, revision: revisionOf(before) }]
  })
  const changes = [...own, ...others]
  for (const change of changes) rejectTooLarge(change)
  return changes
}

async function findRelated(
  file: string,
  files: DocumentFiles,
): Promise<{ target: DocumentOutline; text: string; related: RelatedDocument[] }> {
  const text = await files.readText(file)
  const outlines = await files.outlines()
  const target = outlines.find((each) => each.file === file)
  if (text === undefined || !target) throw new PortalRequestError('unknown_document')
  const names = referenceNames(target)
  const related: RelatedDocument[] = []
  for (const outline of outlines) {
    if (outline.file === file) continue
    // One after the other: only the texts that contain the name are parsed.
    const other = (await files.readText(outline.file).catch(() => undefined)) ?? ''
    if (!names.some((name) => other.includes(name))) continue
    const value = attempt(() => readYaml(other))
    if (findReferences(outline.kind, value, target).length > 0) related.push({ outline, text: other, value })
  }
  return { target, text, related }
}

function renameFile(file: string, from: string, to: string): string {
  const extension = extname(file)
  return basename(file, extension) === from ? join(dirname(file), `${to}${extension}`) : file
}

function edit(file: string, work: () => string): string {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof YamlEditError)) throw error
    throw new PortalRequestError('wrong_document', `${file}: ${error.message}`)
  }
}
