/** Measures the size of an installation. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the size in MiB of the runtime packages below `node_modules` of a folder. */
export async function measureInstallMib(folder: string): Promise<number> {
  const words = ['ls', '--omit=dev', '--all', '--parseable']
  const listed = execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const packages = listed.split('\n').filter((each) => each.includes('node_modules') && existsSync(each))
  const bytes = await Promise.all([...new Set(packages)].map(sizeOf))
  return bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20
}

/** Returns the size of a folder without its nested `node_modules`, whose packages are listed separately. */
async function sizeOf(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name !== 'node_modules')
  const sizes = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const stats = await lstat(path)
      return stats.isDirectory() ? sizeOf(path) : stats.size
    }),
  )
  return sizes.reduce((sum, each) => sum + each, 0)
}
