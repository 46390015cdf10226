/** Writes the manual page of every command into `build/man`, from the tables from which the commands print their help. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commands } from '../src/sandbox/cli/index.ts'
import { renderManPages } from '../src/shared/cli/help/index.ts'
import { version } from '../src/shared/lib/package/version.ts'

const folder = join(resolve(import.meta.dirname, '..'), 'build', 'man')
const date = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)

mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(await renderManPages(commands, { version, date })))
  writeFileSync(join(folder, name), text)
