/** Renders the completion script of bash. After an option with a free value, bash completes names of files. */
import { quoteForShell } from '../../../shared/cli/common/quote.ts'
import type { CommandHelp, OptionHelp } from '../../../shared/cli/help/index.ts'
import type { CompletedCommands } from './renderers.ts'

export function renderBashCompletion({ commands, mqCommands }: CompletedCommands): string {
  const all = [...commands, ...mqCommands]
  const names = commands.map(({ call }) => call.slice('sluice '.length))
  return `# Completion of sluice and of the commands of queue managers. Load it with: source <(sluice completion bash)
_sluice() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local call="\${COMP_WORDS[0]##*/}" first=1 words='' verbs='' options=''
  COMPREPLY=()
  if [[ $call == sluice ]]; then
    if ((COMP_CWORD == 1)); then
      COMPREPLY=($(compgen -W ${quoteForShell([...names, 'help', '--help', '--version'].join(' '))} -- "$current"))
      return
    fi
    call="sluice \${COMP_WORDS[1]}" first=2
  fi
  case "$call $previous" in
${all.flatMap(renderValueCases).join('\n')}
  esac
  case "$call" in
  'sluice help') verbs=${quoteForShell(names.join(' '))} ;;
${all.map(renderCommandCase).join('\n')}
  esac
  if ((COMP_CWORD == first)); then words="$verbs"; fi
  if [[ $current == -* ]]; then words="$options"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sluice ${['sluice', ...mqCommands.map(({ call }) => call)].join(' ')}
`
}

function renderValueCases({ call, options }: CommandHelp): string[] {
  return options
    .filter(({ value }) => value !== undefined)
    .map((option) => {
      const patterns = option.spellings.map((each) => quoteForShell(`${call} ${each}`)).join(' | ')
      return `  ${patterns}) ${renderChoices(option)}return ;;`
    })
}

function renderChoices({ choices }: OptionHelp): string {
  if (choices.length === 0) return ''
  return `COMPREPLY=($(compgen -W ${quoteForShell(choices.join(' '))} -- "$current")); `
}

function renderCommandCase({ call, verbs, options }: CommandHelp): string {
  const verbNames = verbs.map(({ name }) => name).join(' ')
  const spellings = options.flatMap((option) => option.spellings).join(' ')
  return `  ${quoteForShell(call)}) verbs=${quoteForShell(verbNames)} options=${quoteForShell(spellings)} ;;`
}
