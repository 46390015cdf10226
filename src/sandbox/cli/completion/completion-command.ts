/** `sluice completion`: prints the script with which a shell completes `sluice` and the commands of queue managers. */
import type { MqParts } from '../../../mq/part.ts'
import type { Command } from '../../../shared/cli/common/command.ts'

const verbs = {
  bash: { help: 'for ~/.bashrc: source <(sluice completion bash)' },
  zsh: { help: 'for a folder of fpath: sluice completion zsh > FOLDER/_sluice' },
  fish: { help: 'for ~/.config/fish/completions: sluice completion fish > sluice.fish' },
} as const

/** Builds the command. `listCommands` returns every command of `sluice`, which includes this one. */
export function buildCompletionCommand(listCommands: () => readonly Command[]): Command<MqParts> {
  return {
    name: 'completion',
    summary: 'print the completion script of a shell: bash, zsh or fish',
    verbs,

    async run({ positionals: [shell], write }, { mqParts }) {
      const [{ completionRenderers }, { describeCommand, describeOwnCommand }, { listMqCommands }] = await Promise.all([
        import('./renderers.ts'),
        import('../../../shared/cli/help/index.ts'),
        import('../../../mq/cli/index.ts'),
      ])
      const render = completionRenderers[shell as keyof typeof completionRenderers]
      const mqCommands = (await listMqCommands(mqParts)).map(describeOwnCommand)
      write(render({ commands: listCommands().map(describeCommand), mqCommands }))
      return 0
    },
  }
}
