/** How large an install is. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The packages below a folder's `node_modules` that its `package.json` needs when it runs, in MiB. */
export async function sizeMib(folder: string): Promise<number> {
  const words = ['ls', '--omit=dev', '--all', '--parseable']
  const listed = execFileSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packages = listed.split('\n').filter((each) => each.includes('node_modules') && existsSync(each))
  const bytes = await Promise.all([...new Set(packages)].map(sizeOf))
  return bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20
}

/** What stands in a folder, without the packages that it brings along: they are listed for themselves. */
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
