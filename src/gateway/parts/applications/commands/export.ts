/** `sluice apps export`: writes the applications in the store as files. */
import { join } from 'node:path'
import { openFileStorage } from '../../../config/index.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog } from './find.ts'

export const exportVerb: AppsVerb = async (call, deps) => {
  const { location, name } = await findCatalog(call, deps)
  const folder = call.positionals[0] ?? deps.folder
  const catalogFolder = location.file.slice(0, location.file.lastIndexOf('/') + 1)
  const stored = (deps.stored ?? []).filter(({ file }) => file.startsWith(catalogFolder))
  const files = openFileStorage(folder)
  const [written, same]: string[][] = [[], []]
  for (const { file, text = '' } of stored) {
    if (await files.create(file, text)) written?.push(file)
    else if ((await files.read(file)).endsWith(text)) same?.push(file)
    else throw new Error(`${join(folder, file)} exists and has another text: nothing more was written`)
  }
  const lines = written?.map((file) => join(folder, file)) ?? []
  const unchanged = same?.length ? `; ${same.length} were there already` : ''
  const done = `${lines.length} applications of catalog ${name} have been written${unchanged}`
  printResult(call, deps, [done, ...lines].join('\n'), { folder, written, same })
  return 0
}
