import test from 'ava'

import { appsCommand } from '../../../src/cli/apps/apps-command.ts'
import { appsVerbs } from '../../../src/cli/apps/verbs.ts'

test('the help names every option that a verb accepts', (t) => {
  const lines = appsCommand.usage.replaceAll(/\n {19}/g, ' ').split('\n')
  for (const [verb, { options }] of Object.entries(appsVerbs)) {
    const line = lines.find((each) => each.split(' ').some((word) => word.split('|').includes(verb))) ?? ''
    const missing = options.filter((option) => !line.includes(`[--${option}`))
    t.deepEqual(missing, [], verb)
  }
})

for (const [verb, { usage, options }] of Object.entries(appsVerbs)) {
  test(`the error of apps ${verb} names every option that it accepts`, (t) => {
    t.deepEqual(
      options.filter((option) => !usage.includes(`[--${option}`)),
      [],
    )
  })
}
