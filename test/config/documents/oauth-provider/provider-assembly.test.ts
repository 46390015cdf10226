import test from 'ava'

import { changed, problemsOf } from '../../_support/folder.ts'

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

for (const [title, lines, member] of [
  ['at the top', 'execute:\n  - oauth: {}\n  - gatewayscript: { source: a }', 'execute[1].gatewayscript'],
  [
    'in a branch',
    'execute:\n  - switch: { case: [{ condition: a, execute: [{ invoke: {} }] }] }',
    'execute[0].switch.case[0].execute[0].invoke',
  ],
  ['in a clause', 'catch:\n  - { errors: [a], execute: [{ set-variable: {} }] }', 'catch[0].execute[0].set-variable'],
  ['at the end', 'finally: [{ redact: {} }]', 'finally[0].redact'],
] as const) {
  test(`a step added to the assembly of a provider is an error: ${title}`, async (t) => {
    const problems = await problemsOf(t, withAssembly(lines))
    t.is(problems.length, 1, problems.join('\n'))
    t.true(
      problems[0]?.includes(
        `.assembly.${member} is not a policy of a generated assembly: a native provider does not run assemblies`,
      ),
    )
  })
}
