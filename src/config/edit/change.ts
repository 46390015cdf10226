/** Changes documents on disk: what comes of it is checked with all the others before it is written. */
import { access, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { replaceFile } from '../../lib/files/replace-file.ts'
import type { Instead } from '../text/overlay.ts'
import { renderProblem } from '../text/problems.ts'
import type { Problem } from '../types/index.ts'

export interface EditTools {
  /** The folder of the documents; files are named relative to it. */
  folder: string
  /** Loads the documents as they would be. */
  load(instead: Instead): Promise<{ problems: readonly Problem[] }>
}

/**
 * Why nothing was written: the documents would be wrong, there is such a file already, somebody else was quicker, or
 * what should be changed stands in another file.
 */
export type ChangeFault = 'wrong' | 'taken' | 'overtaken' | 'elsewhere'

export class ChangeRefused extends Error {
  override name = 'ChangeRefused'
  readonly fault: ChangeFault
  readonly problems: readonly Problem[]

  constructor(fault: ChangeFault, message: string, problems: readonly Problem[] = []) {
    const lines = problems.map((each) => `\n  ${renderProblem(each)}`)
    super(`${message}${lines.join('')}`)
    this.fault = fault
    this.problems = problems
  }
}

/** Puts the text that `change` makes in the place of a document. Rejects when it would be wrong. */
export async function changeDocument(
  file: string,
  change: (text: string) => string | Promise<string>,
  tools: EditTools,
): Promise<void> {
  const path = join(tools.folder, file)
  const before = await readFile(path, 'utf8')
  const after = await change(before)
  if (after === before) return
  await refuseMistakes({ file, text: after }, tools)
  await refuseOvertaking(file, before, tools)
  await replaceFile(path, after)
}

/** Writes a document that is not there yet. */
export async function addDocument(file: string, text: string, tools: EditTools): Promise<void> {
  const path = join(tools.folder, file)
  if (await isThere(path)) throw new ChangeRefused('taken', `there is a file ${file} already`)
  await refuseMistakes({ file, text }, tools)
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, `${await editorHint(file, tools)}${text}`)
}

/** Takes a document away. */
export async function removeDocument(file: string, tools: EditTools): Promise<void> {
  const path = join(tools.folder, file)
  const before = await readFile(path, 'utf8')
  await refuseMistakes({ file, text: undefined }, tools)
  await refuseOvertaking(file, before, tools)
  await rm(path)
}

async function refuseMistakes(instead: Instead, { load }: EditTools): Promise<void> {
  const errors = (await load(instead)).problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new ChangeRefused('wrong', 'nothing was written, because it would be wrong:', errors)
}

async function refuseOvertaking(file: string, before: string, { folder }: EditTools): Promise<void> {
  if ((await readFile(join(folder, file), 'utf8')) === before) return
  throw new ChangeRefused(
    'overtaken',
    `${file} was changed by somebody else meanwhile: nothing was written, try again`,
  )
}

/** Where the configuration holds the schemas, editors are told of the document's. */
async function editorHint(file: string, { folder }: EditTools): Promise<string> {
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
