import type { CommandHelp } from '../../../shared/cli/help/index.ts'
import { renderBashCompletion } from './bash.ts'
import { renderFishCompletion } from './fish.ts'
import { renderZshCompletion } from './zsh.ts'

/** The commands that a completion script completes. */
export interface CompletedCommands {
  /** The commands of `sluice`. */
  commands: readonly CommandHelp[]
  /** The commands of queue managers, each with a name of its own. */
  mqCommands: readonly CommandHelp[]
}

/** The shells whose completion script can be printed. */
export const completionRenderers = {
  bash: renderBashCompletion,
  zsh: renderZshCompletion,
  fish: renderFishCompletion,
} as const satisfies Readonly<Record<string, (completed: CompletedCommands) => string>>
