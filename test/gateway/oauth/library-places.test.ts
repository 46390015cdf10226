import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { translations } from '../../../src/gateway/oauth/endpoints/library-sentences.ts'

const library = dirname(dirname(fileURLToPath(import.meta.resolve('oidc-provider'))))
const record = await readFile(new URL('../../../docs/decisions/oidc-provider.md', import.meta.url), 'utf8')
const places = [...record.matchAll(/ \| `(lib\/\S+)` \| `(.+)` \|$/gm)].map(([, file = '', line = '']) => ({
  file,
  line: line.replaceAll('\\|', '|'),
}))

/** The texts of the library's code. The names of parameters that it fills in are all `code_verifier`. */
const sentences: string[] = []
for await (const file of glob(join(library, 'lib/**/*.js'))) {
  const code = await readFile(file, 'utf8')
  for (const [, , text = ''] of code.matchAll(/(['`])((?:(?!\1|\n).)+)/g))
    sentences.push(text.replace(/\$\{param\}/, 'code_verifier'))
}

test('the decision record lists the places of the library on which the product depends', (t) => {
  t.true(places.length >= 7)
})

for (const { file, line } of places)
  test(`oidc-provider has the line that the product depends on: ${file}, ${line}`, async (t) => {
    t.true((await readFile(join(library, file), 'utf8')).includes(line))
  })

for (const [said] of translations)
  test(`oidc-provider has the sentence that is told in other words: ${said.source}`, (t) => {
    t.true(sentences.some((each) => said.test(each)))
  })
