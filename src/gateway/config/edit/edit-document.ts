/** Changes documents. The result is checked together with all other documents before it is written. */
import type { DocumentOverlay } from '../text/overlay.ts'
import { renderProblem } from '../text/problem-list.ts'
import type { Problem } from '../types/index.ts'
import { type DocumentStorage, openFileStorage, type TextExchange } from './document-storage.ts'

export interface EditDeps {
  /** The folder of the documents; files are named relative to it. */
  folder: string
  /** Loads the documents as they would be with the changed text. */
  load(overlay: DocumentOverlay): Promise<{ problems: readonly Problem[] }>
  /** Where documents are read and written; the folder by default. */
  storage?: DocumentStorage | undefined
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

/** Changes the text of a document. Rejects with `DocumentEditError` for invalid documents and a change meanwhile. */
export async function changeDocument(
  file: string,
  change: (text: string) => string | Promise<string>,
  deps: EditDeps,
): Promise<TextExchange> {
  const before = await storageIn(deps).read(file)
  return replaceChecked(file, { before, after: await change(before) }, deps)
}

/** Adds a new document. Rejects with `DocumentEditError` when it exists or the documents would be invalid. */
export async function addDocument(file: string, text: string, deps: EditDeps): Promise<TextExchange> {
  const storage = storageIn(deps)
  if (await storage.has(file)) throw existsAlready(file)
  await checkResultIsValid({ file, text }, deps)
  const after = await storage.create(file, text)
  if (after === undefined) throw existsAlready(file)
  return { before: undefined, after }
}

/** Removes a document. Rejects with `DocumentEditError` when the remaining documents would be invalid. */
export async function removeDocument(file: string, deps: EditDeps): Promise<TextExchange> {
  return replaceChecked(file, { before: await storageIn(deps).read(file), after: undefined }, deps)
}

async function replaceChecked(file: string, edit: TextExchange, deps: EditDeps): Promise<TextExchange> {
  const { before, after } = edit
  if (after === before) return edit
  await checkResultIsValid({ file, text: after }, deps)
  if (!(await storageIn(deps).replace(file, before, after))) throw changedMeanwhile(file)
  return edit
}

function storageIn({ storage, folder }: EditDeps): DocumentStorage {
  return storage ?? openFileStorage(folder)
}

async function checkResultIsValid(overlay: DocumentOverlay, { load }: EditDeps): Promise<void> {
  const errors = (await load(overlay)).problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new DocumentEditError('invalid', 'nothing was written, because the documents would have errors:', errors)
}

function changedMeanwhile(file: string): DocumentEditError {
  return new DocumentEditError('changed', `${file} was changed at the same time: nothing was written; try again`)
}

function existsAlready(file: string): DocumentEditError {
  return new DocumentEditError('exists', `the file ${file} exists already: choose another name`)
}
