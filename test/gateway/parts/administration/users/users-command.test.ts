import test from 'ava'
import { usersCommand } from '../../../../../src/gateway/parts/administration/users/users-command.ts'
import { UsageError } from '../../../../../src/shared/cli/common/command.ts'
import { parseArguments } from '../../../../../src/shared/cli/common/parse-arguments.ts'
import { parts } from '../../../../_support/commands.ts'

for (const [args, message] of [
  [['limit'], /users limit takes NAME - found nothing/],
  [['limit', 'anna'], /needs either --scopes, --access-token-ttl or --refresh-token-ttl, or --none/],
  [['limit', 'anna', '--none', '--scopes', 'customer'], /either .* or --none/],
  [['limit', 'anna', '--access-token-ttl', '0'], /--access-token-ttl must be a whole number .* found "0"/],
  [['limit', 'anna', '--refresh-token-ttl', '1.5'], /--refresh-token-ttl must be .* found "1\.5"/],
  [['add', 'anna', '--scopes', 'customer'], /--scopes is not for users add/],
  [['list', '--none'], /--none is not for users list/],
  [['limits', 'anna'], /"limits" is not a verb of users: use add, passwd, limit, remove, list/],
] as const) {
  test(`refuses "users ${args.join(' ')}"`, async (t) => {
    const run = async () =>
      usersCommand.run(
        parseArguments(usersCommand, args, () => {}),
        parts,
      )
    await t.throwsAsync(run, { instanceOf: UsageError, message })
  })
}
