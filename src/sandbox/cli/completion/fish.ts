/** Renders the completion script of fish. After an option with a free value, fish completes names of files. */
import { quoteForFish } from '../../../shared/cli/common/quote.ts'
import type { CommandHelp, OptionHelp } from '../../../shared/cli/help/index.ts'
import type { CompletedCommands } from './renderers.ts'

export function renderFishCompletion({ commands, mqCommands }: CompletedCommands): string {
  const lines = commands.flatMap(({ call, summary }) => {
    const name = call.slice('sluice '.length)
    return [
      `complete -c sluice -n '__sluice_at 1' -f -a ${name} -d ${quoteForFish(summary)}`,
      `complete -c sluice -n '__sluice_at 2; and __sluice_command help' -f -a ${name} -d ${quoteForFish(summary)}`,
    ]
  })
  return `# Completion of sluice and of the commands of queue managers. Save it as sluice.fish in ~/.config/fish/completions.
function __sluice_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end
function __sluice_at
    test (count (commandline -opc)) -eq $argv[1]
end
complete -c sluice -n '__sluice_at 1' -f -a help -d 'print the help of a command'
complete -c sluice -n '__sluice_at 1' -l version -d 'print the version'
${lines.join('\n')}
${commands.flatMap((each) => renderCommand(each, 'sluice', each.call.slice('sluice '.length))).join('\n')}
${mqCommands.flatMap((each) => renderCommand(each, each.call, undefined)).join('\n')}
`
}

/** `name` is the word after `sluice`; undefined for a command of its own. */
function renderCommand({ verbs, options }: CommandHelp, program: string, name: string | undefined): readonly string[] {
  const isCommand = name === undefined ? '' : `__sluice_command ${name}`
  const position = name === undefined ? 1 : 2
  const isVerb = [`__sluice_at ${position}`, isCommand].filter(Boolean).join('; and ')
  return [
    ...verbs.map((verb) => `complete -c ${program} -n '${isVerb}' -f -a ${verb.name} -d ${quoteForFish(verb.help)}`),
    ...options.map((option) => {
      const condition = isCommand === '' ? '' : ` -n '${isCommand}'`
      const spellings = option.spellings.map(renderSpelling).join(' ')
      return `complete -c ${program}${condition} ${spellings}${renderValue(option)} -d ${quoteForFish(option.help)}`
    }),
  ]
}

/** `-s` is a short option, `-o` an option of several letters with one dash, `-l` a long option. */
function renderSpelling(spelling: string): string {
  if (spelling.startsWith('--')) return `-l ${spelling.slice(2)}`
  return spelling.length === 2 ? `-s ${spelling.slice(1)}` : `-o ${spelling.slice(1)}`
}

function renderValue({ value, choices }: OptionHelp): string {
  if (value === undefined) return ''
  return choices.length === 0 ? ' -r' : ` -x -a ${quoteForFish(choices.join(' '))}`
}
