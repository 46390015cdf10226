/** Changes the document of an application: what comes of it is checked with all the others before it is written. */
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { renderProblem } from '../../config/index.ts'
import type { Problem } from '../../config/types.ts'
import { writeWhole } from '../../lib/write-whole.ts'
import type { AppsTools } from './tools.ts'

/** Puts the text that `change` makes in the place of a document, relative to the folder. Rejects when it would be wrong. */
export async function changeDocument(
  file: string,
  change: (text: string) => string | Promise<string>,
  tools: AppsTools,
): Promise<void> {
  const path = join(tools.folder, file)
  const before = await readFile(path, 'utf8')
  const after = await change(before)
  if (after === before) return
  await refuseMistakes(file, after, tools)

  if ((await readFile(path, 'utf8')) !== before)
    throw new Error(`${file} was changed by somebody else meanwhile: nothing was written, try again`)
  await writeWhole(path, after, (await stat(path)).mode & 0o777)
}

/** Writes a document that is not there yet. */
export async function addDocument(file: string, text: string, tools: AppsTools): Promise<void> {
  const path = join(tools.folder, file)
  const taken = await access(path).then(
    () => true,
    () => false,
  )
  if (taken) throw new Error(`there is a file ${file} already`)
  await refuseMistakes(file, text, tools)
  await mkdir(dirname(path), { recursive: true })
  await writeWhole(path, text)
}

/** Loads all documents with this text in the place of one of them. */
async function refuseMistakes(file: string, text: string, { folder, load }: AppsTools): Promise<void> {
  const trial = await mkdtemp(join(tmpdir(), 'sluice-trial-'))
  try {
    await mirror(folder, trial, file.split('/'), text)
    const { config, problems } = await load(trial)
    if (config) return
    const errors = problems.filter(({ severity }) => severity === 'error').map(asLine)
    throw new Error(`nothing was written, because it would be wrong:\n${errors.join('\n')}`)
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
}

function asLine(problem: Problem): string {
  return `  ${renderProblem(problem)}`
}

/** Links to everything in a folder, but along the way to one file, which gets a text of its own. */
async function mirror(
  from: string,
  to: string,
  [name = '', ...rest]: readonly string[],
  text: string,
): Promise<void> {
  for (const each of await readdir(from).catch(() => [])) {
    if (each !== name) await symlink(join(from, each), join(to, each))
  }
  if (rest.length === 0) return writeFile(join(to, name), text)
  await mkdir(join(to, name))
  await mirror(join(from, name), join(to, name), rest, text)
}
