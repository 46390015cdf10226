import test from 'ava'
import { appsCommand } from '../../../src/cli/apps/apps-command.ts'
import { appsVerbs } from '../../../src/cli/apps/verbs.ts'
import { UsageError } from '../../../src/cli/common/command.ts'
import { parseArguments } from '../../../src/cli/common/parse-arguments.ts'

test('the help names every option that a verb accepts', (t) => {
  const lines = appsCommand.usage.replaceAll(/\n {19}/g, ' ').split('\n')
  for (const [verb, { usage }] of Object.entries(appsVerbs)) {
    const line = lines.find((each) => each.split(' ').some((word) => word.split('|').includes(verb))) ?? ''
    const missing = (usage.match(/\[--[a-z-]+/g) ?? []).filter((option) => !line.includes(option))
    t.deepEqual(missing, [], verb)
  }
})

for (const [args, message] of [
  [['lists'], /^"lists" is not a verb of apps: use list, create, /],
  [['list', 'shop'], 'apps list takes no argument - found "shop"'],
  [['create'], /^apps create takes NAME \[--title TEXT\].* - found nothing$/],
  [['unsubscribe', 'shop'], 'apps unsubscribe takes NAME PRODUCT - found "shop"'],
  [['export', 'a', 'b'], 'apps export takes [DIR] - found "a b"'],
  [['verify', 'shop', '--public'], '--public is not for apps verify'],
  [['list', '--grant', 'password'], '--grant is not for apps list'],
  [['suspend', 'shop', '--expires-in', '3'], '--expires-in is not for apps suspend'],
] as const) {
  test(`refuses "apps ${args.join(' ')}"`, async (t) => {
    const call = parseArguments(appsCommand, args, () => {})
    await t.throwsAsync(appsCommand.run(call), { instanceOf: UsageError, message })
  })
}
