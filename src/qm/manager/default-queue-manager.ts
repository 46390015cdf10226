/** The name of the default queue manager of an installation, in the file `installation.json`. */
import { existsSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../lib/files/replace-file.ts'

const fileName = 'installation.json'

/** Returns the name, or undefined when the installation has no default. Throws when the file is damaged. */
export function loadDefault(folder: string): string | undefined {
  const file = join(folder, fileName)
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).default
  } catch (error) {
    throw new Error(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

export async function saveDefault(folder: string, name: string | undefined): Promise<void> {
  await replaceFile(join(folder, fileName), `${JSON.stringify({ default: name })}\n`, { mode: 0o600 })
}

/** Copies the file to another folder, if the installation has one. */
export async function copyDefault(folder: string, target: string): Promise<void> {
  const file = join(folder, fileName)
  if (existsSync(file)) await copyFile(file, join(target, fileName))
}
