/** The code in the recipes of CONTRIBUTING.md compiles against the sources. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

interface Recipe {
  /** The path at which the recipe creates the file. */
  path: string
  code: string
}

/** Returns the blocks of TypeScript of a page. The first line of each is a comment with its path. */
function listRecipes(page: string): Recipe[] {
  return [...page.matchAll(/^( *)```ts\n *\/\/ (\S+)\n(.*?)^\1```$/gms)].map(
    ([, indent = '', path = '', code = '']) => ({ path, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }),
  )
}

/** Returns what the compiler says about files that are added to the sources; empty when it accepts them. */
async function compile(recipes: readonly Recipe[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recipes-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    for (const { path, code } of recipes) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), code)
    }
    const configuration = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { rootDirs: [root, folder], incremental: false, tsBuildInfoFile: null },
      files: [...recipes.map(({ path }) => join(folder, path)), ...globSync(join(root, 'src/**/*.d.ts'))],
      include: [],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
    return stdout
  } catch (error) {
    return `${(error as { stdout?: string }).stdout || error}`
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the code of the recipes compiles', async (t) => {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  const recipes = listRecipes(page)
  t.is(recipes.length, [...page.matchAll(/```ts$/gm)].length)
  t.true(recipes.length >= 4)
  t.is(await compile(recipes), '')
})

test('a recipe that names what does not exist is noticed', async (t) => {
  const [recipe] = listRecipes(
    "```ts\n// src/shared/registries/x.ts\nimport { registryType } from './contract/user-registry.ts'\nregistryType\n```\n",
  )
  t.regex(await compile([recipe as Recipe]), /registryType/)
})
