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
 * Why nothing was written. `wrong`: the documents would be invalid; `taken`: the file exists already;
 * `overtaken`: the file was changed meanwhile; `elsewhere`: a reference provides the value, so it must be changed
 * there.
 */
export type DocumentEditErrorReason = 'wrong' | 'taken' | 'overtaken' | 'elsewhere'

export class DocumentEditError extends Error {
  override name = 'ChangeRefused'
  readonly reason: DocumentEditErrorReason
  readonly problems: readonly Problem[]

  constructor(fault: DocumentEditErrorReason, message: string, problems: readonly Problem[] = []) {
    const lines = problems.map((each) => `\n  ${renderProblem(each)}`)
    super(`${message}${lines.join('')}`)
    this.reason = fault
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
  tools: EditDeps,
): Promise<void> {
  const path = join(tools.folder, file)
  const before = await readFile(path, 'utf8')
  const after = await change(before)
  if (after === before) return
  await refuseMistakes({ file, text: after }, tools)
  await refuseOvertaking(file, before, tools)
  await replaceFile(path, after)
}

/** Writes a new document. Rejects with `DocumentEditError` when the file exists or the documents would be invalid. */
export async function addDocument(file: string, text: string, tools: EditDeps): Promise<void> {
  const path = join(tools.folder, file)
  if (await isThere(path)) throw new DocumentEditError('taken', `there is a file ${file} already`)
  await refuseMistakes({ file, text }, tools)
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, `${await editorHint(file, tools)}${text}`)
}

/** Removes a document. Rejects with `DocumentEditError` when the remaining documents would be invalid. */
export async function removeDocument(file: string, tools: EditDeps): Promise<void> {
  const path = join(tools.folder, file)
  const before = await readFile(path, 'utf8')
  await refuseMistakes({ file, text: undefined }, tools)
  await refuseOvertaking(file, before, tools)
  await rm(path)
}

async function refuseMistakes(overlay: DocumentOverlay, { load }: EditDeps): Promise<void> {
  const errors = (await load(overlay)).problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new DocumentEditError('wrong', 'nothing was written, because it would be wrong:', errors)
}

async function refuseOvertaking(file: string, before: string, { folder }: EditDeps): Promise<void> {
  if ((await readFile(join(folder, file), 'utf8')) === before) return
  throw new DocumentEditError(
    'overtaken',
    `${file} was changed by somebody else meanwhile: nothing was written, try again`,
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
