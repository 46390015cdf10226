/** The commands of this house: those of `sluice`, and those that are called by names of their own. */
import type { Command } from '../../shared/cli/common/command.ts'
import type { MqPart, MqParts } from '../part.ts'
import type { MqCommand } from '../runtime/index.ts'
import type { MqProgram } from './common/mq-program.ts'
import { mqwebCommand } from './mqweb/mqweb-command.ts'

/** The commands of `sluice` about the MQ web server. */
export const sluiceCommands: readonly Command<MqParts>[] = [mqwebCommand]

/** Returns every command and program of queue managers with these parts, once for each name. */
export async function listMqCommands(parts: readonly MqPart[]): Promise<readonly (MqCommand | MqProgram)[]> {
  const [{ loadMqCommands }, { loadMqPrograms }] = await Promise.all([
    import('./commands/index.ts'),
    import('./programs/index.ts'),
  ])
  const all = [...(await loadMqPrograms(parts)), ...(await loadMqCommands(parts))]
  return [...new Map(all.map((each) => [each.name, each])).values()]
}
