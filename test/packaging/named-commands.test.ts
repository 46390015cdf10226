/** The `sluice` commands that pages name exist. Their options and calls are run by `test/flows/guide-pages.test.ts` where a shell can. */
import { globSync, readFileSync } from 'node:fs'
import test from 'ava'
import { gatewayParts } from '../../src/gateway/parts.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { listCommands } from '../../src/sandbox/cli/index.ts'

const known = new Set([...listCommands({ gatewayParts, mqParts }).map(({ name }) => name), 'help', 'version'])

/** Returns the first words after `sluice` in the code of a page: fences of `sh` and code spans. */
function listNamedCommands(text: string): string[] {
  const code = text.match(/^```sh.*?^```|`[^`\n]+`/gms) ?? []
  return code.flatMap((each) =>
    [...each.matchAll(/(?:^|[`&|(] *|npx )sluice ([a-z]+)\b/gm)].map(([, name = '']) => name),
  )
}

test('every command that README, SECURITY and docs/ name exists', (t) => {
  const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
  const named = pages.flatMap((page) =>
    listNamedCommands(readFileSync(page, 'utf8')).map((name) => [page, name] as const),
  )
  t.true(named.length > 100)
  t.deepEqual(
    named.filter(([, name]) => !known.has(name)),
    [],
  )
})

test('a command that does not exist is found', (t) => {
  t.deepEqual(listNamedCommands('Run `sluice chek`.\n```sh\nnpx sluice plan x\n```\n'), ['chek', 'plan'])
})
