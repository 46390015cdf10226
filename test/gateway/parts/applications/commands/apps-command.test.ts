import test from 'ava'
import { appsCommand } from '../../../../../src/gateway/parts/applications/commands/apps-command.ts'
import { appsVerbs } from '../../../../../src/gateway/parts/applications/commands/verbs.ts'
import { UsageError } from '../../../../../src/shared/cli/common/command.ts'
import { parseArguments } from '../../../../../src/shared/cli/common/parse-arguments.ts'

test('every verb has a function', (t) => {
  t.deepEqual(Object.keys(appsCommand.verbs ?? {}), Object.keys(appsVerbs))
})

for (const [args, message] of [
  [['lists'], /^"lists" is not a verb of apps: use list, create, /],
  [['list', 'shop'], 'apps list takes no argument - found "shop"'],
  [['create'], 'apps create takes NAME - found nothing'],
  [['unsubscribe', 'shop'], 'apps unsubscribe takes NAME PRODUCT - found "shop"'],
  [['export', 'a', 'b'], 'apps export takes [DIR] - found "a b"'],
  [['verify', 'shop', '--public'], '--public is not for apps verify'],
  [['list', '--grant', 'password'], '--grant is not for apps list'],
  [['suspend', 'shop', '--expires-in', '3'], '--expires-in is not for apps suspend'],
  [['create', 'shop', '--expires-in', '0'], '--expires-in must be a whole number from 1 to 3650 - found "0"'],
  [['reset-secret', 'shop', '--keep', 'both'], '--keep must be one of newest, old - found "both"'],
] as const) {
  test(`refuses "apps ${args.join(' ')}"`, (t) => {
    t.throws(() => parseArguments(appsCommand, args, () => {}), { instanceOf: UsageError, message })
  })
}
