import test from 'ava'
import { changed, loadValid, problemsOf } from '../../_support/folder.ts'

const withAssembly = (lines: string) =>
  changed(
    'providers/oauth.yaml',
    '  user_registry: users\n',
    `  user_registry: users\n  api:\n    x-ibm-configuration:\n      type: oauth\n      assembly:\n${lines.replaceAll(/^/gm, '        ')}\n`,
  )

test('the assembly that the product generates for a provider is accepted', async (t) => {
  const lines = `execute:
  - oauth: { title: oauth-auto-generated-1 }
  - switch:
      case:
        - condition: ($operationPath() = '/oauth2/token')
          execute:
            - user-security: { title: user-security-auto-generated }
            - oauth: {}
        - otherwise: [{ oauth: {} }]
catch: []`
  t.deepEqual(await problemsOf(t, withAssembly(lines)), [])
})

for (const [title, lines, list] of [
  ['at the top', 'execute:\n  - oauth: {}\n  - set-variable: { title: own, actions: [] }', 'execute'],
  ['in a clause', 'catch:\n  - { errors: [a], execute: [{ set-variable: { actions: [] } }] }', 'catch'],
  ['at the end', 'finally: [{ set-variable: { actions: [] } }, { oauth: {} }]', 'finally'],
] as const) {
  test(`a step added to the assembly of a provider is one of its own: ${title}`, async (t) => {
    const { catalogs } = await loadValid(t, withAssembly(lines))
    const assembly = catalogs[0]?.providers.get('oauth')?.assembly
    t.is(assembly?.[list].length, 1)
    t.is([...(assembly?.execute ?? []), ...(assembly?.catch ?? []), ...(assembly?.finally ?? [])].length, 1)
  })
}

test('an added step that is no policy here is a warning', async (t) => {
  const problems = await problemsOf(t, withAssembly('execute: [{ oauth: {} }, { our-own: {} }]'))
  t.is(problems.length, 1)
  t.regex(problems[0] ?? '', /warning: .*\.assembly\.execute\[1\] is not a supported policy: "our-own".* status 500$/)
})
