import { type CommandHelp, describeMqCommand } from './command-help.ts'

/** Describes every command and program of queue managers, once for each name. */
export async function describeMqCommands(): Promise<readonly CommandHelp[]> {
  const [{ mqCommands }, { mqPrograms }] = await Promise.all([
    import('../mq/commands/index.ts'),
    import('../mq/programs/index.ts'),
  ])
  const byName = new Map([...mqPrograms, ...mqCommands].map((each) => [each.name, each]))
  return [...byName.values()].map(describeMqCommand)
}
