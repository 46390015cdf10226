import type { Command } from '../common/command.ts'
import { type CommandHelp, describeCommand } from './command-help.ts'
import { describeMqCommands } from './mq-commands.ts'
import { type ManPageFooter, manPageName, renderManPage } from './render-man-page.ts'

/** Renders the manual page of every command. Returns the texts by the names of their files: `sluice-keys.1`. */
export async function renderManPages(
  commands: readonly Command[],
  footer: ManPageFooter,
): Promise<Readonly<Record<string, string>>> {
  const described = commands.map(describeCommand)
  const mqCommands = await describeMqCommands()
  const main = describeMain(described)
  const pages: readonly (readonly [CommandHelp, readonly CommandHelp[]])[] = [
    [main, [...described, ...mqCommands]],
    ...described.map((each) => [each, [main]] as const),
    ...mqCommands.map((each) => [each, [main, ...mqCommands.filter((other) => other !== each)]] as const),
  ]
  return Object.fromEntries(
    pages.map(([help, related]) => [
      `${manPageName(help)}.1`,
      renderManPage(help, related.map(manPageName), footer),
    ]),
  )
}

/** Describes `sluice` itself, whose verbs are its commands. */
function describeMain(commands: readonly CommandHelp[]): CommandHelp {
  return {
    call: 'sluice',
    summary: 'API gateway with an OAuth 2.0 provider, and MQ web server',
    usage: 'COMMAND [options]',
    verbs: commands.map(({ call, summary }) => ({ name: call.slice('sluice '.length), help: summary })),
    options: [
      { spellings: ['-h', '--help'], help: 'print the list of commands', value: undefined, choices: [] },
      { spellings: ['-v', '--version'], help: 'print the version', value: undefined, choices: [] },
    ],
  }
}
