/** Changes documents on disk. The result is checked together with all other documents before it is written. */
import { access, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { replaceFile } from '../../lib/files/replace-file.ts'
import type { DocumentOverlay } from '../text/overlay.ts'
import { renderProblem } from '../text/problem-list.ts'
import type { Problem } from '../types/index.ts'

export interface EditDeps {
  /** The folder of the documents; files are named relative to it. */
  folder: string
  /** Loads the documents as they would be with the changed text. */
  load(overlay: DocumentOverlay): Promise<{ problems: readonly Problem[] }>
}

/**
 * Why nothing was written. `invalid`: the documents would be invalid; `exists`: there is such a file already;
 * `changed`: the file changed during the edit; `referenced`: a reference provides the value, so it must be changed
 * where the reference points.
 */
export type DocumentEditErrorReason = 'invalid' | 'exists' | 'changed' | 'referenced'

export class DocumentEditError extends Error {
  override name = 'DocumentEditError'
  readonly reason: DocumentEditErrorReason
  readonly problems: readonly Problem[]

  constructor(reason: DocumentEditErrorReason, message: string, problems: readonly Problem[] = []) {
    const lines = problems.map((each) => `\n  ${renderProblem(each)}`)
    super(`${message}${lines.join('')}`)
    this.reason = reason
    this.problems = problems
  }
}

/**
 * Replaces the text of a document with the result of `change`. Rejects with `DocumentEditError` when the
 * documents would be invalid or the file was changed meanwhile.
 */
export async function changeDocument(
  file: string,
  change: (text: string) => string | Promise<string>,
  deps: EditDeps,
): Promise<void> {
  const path = join(deps.folder, file)
  const before = await readFile(path, 'utf8')
  const after = await change(before)
  if (after === before) return
  await checkResultIsValid({ file, text: after }, deps)
  await checkFileIsUnchanged(file, before, deps)
  await replaceFile(path, after)
}

/** Writes a new document. Rejects with `DocumentEditError` when the file exists or the documents would be invalid. */
export async function addDocument(file: string, text: string, deps: EditDeps): Promise<void> {
  const path = join(deps.folder, file)
  if (await isThere(path))
    throw new DocumentEditError('exists', `the file ${file} exists already: choose another name`)
  await checkResultIsValid({ file, text }, deps)
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, `${await editorHint(file, deps)}${text}`)
}

/** Removes a document. Rejects with `DocumentEditError` when the remaining documents would be invalid. */
export async function removeDocument(file: string, deps: EditDeps): Promise<void> {
  const path = join(deps.folder, file)
  const before = await readFile(path, 'utf8')
  await checkResultIsValid({ file, text: undefined }, deps)
  await checkFileIsUnchanged(file, before, deps)
  await rm(path)
}

async function checkResultIsValid(overlay: DocumentOverlay, { load }: EditDeps): Promise<void> {
  const errors = (await load(overlay)).problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new DocumentEditError(
      'invalid',
      'nothing was written, because the documents would have errors:',
      errors,
    )
}

async function checkFileIsUnchanged(file: string, before: string, { folder }: EditDeps): Promise<void> {
  if ((await readFile(join(folder, file), 'utf8')) === before) return
  throw new DocumentEditError(
    'changed',
    `${file} was changed at the same time: nothing was written; try again`,
  )
}

/**
 * Returns a comment that names the JSON Schema of the document for editors, or no text when the folder has no
 * schemas.
 */
async function editorHint(file: string, { folder }: EditDeps): Promise<string> {
  const schema = 'schemas/application.json'
  const up = '../'.repeat(file.split('/').length - 1)
  return (await isThere(join(folder, schema))) ? `# yaml-language-server: $schema=${up}${schema}\n` : ''
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
