/** The workflows of the project, which run elsewhere: their form, and the files and scripts that they name. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import test from 'ava'
import { parse } from 'yaml'

interface Workflow {
  on: object
  permissions: object
  jobs: Record<
    string,
    {
      'runs-on': string
      needs?: string
      strategy?: { matrix: { house: string[] } }
      steps: { uses?: string; run?: string }[]
    }
  >
}

const files = globSync('.github/workflows/*.yml')
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)

test('there are workflows for tests and releases', (t) => {
  t.deepEqual(files.toSorted(), ['.github/workflows/release.yml', '.github/workflows/test.yml'])
})

for (const file of files)
  test(`${file}: rights are few, actions have versions, and what it runs exists`, (t) => {
    const { permissions, jobs } = parse(readFileSync(file, 'utf8')) as Workflow
    t.deepEqual(permissions, { contents: 'read' })
    for (const [name, { steps, needs, strategy }] of Object.entries(jobs)) {
      for (const house of strategy?.matrix.house ?? []) t.true(scripts.includes(`test:${house}`), house)
      if (needs !== undefined) t.true(Object.hasOwn(jobs, needs), name)
      for (const { uses, run } of steps) {
        t.true((uses === undefined) !== (run === undefined), name)
        if (uses !== undefined) t.regex(uses, /^[\w-]+\/[\w-]+@v\d+$/)
        for (const [, path] of run?.matchAll(/(?<![\w./])(\.[\w-]+\/[\w-]+|[A-Z]+\.md)\b/g) ?? [])
          t.true(existsSync(String(path)), path)
        for (const [, script] of run?.matchAll(/npm run ([\w:]+)(?![\w:]*\$)/g) ?? [])
          t.true(scripts.includes(String(script)), script)
      }
    }
  })
