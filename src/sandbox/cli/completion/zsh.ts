/** Renders the completion script of zsh. After an option with a free value, zsh completes names of files. */
import { quoteForShell } from '../../../shared/cli/common/quote.ts'
import type { CommandHelp, OptionHelp } from '../../../shared/cli/help/index.ts'
import type { CompletedCommands } from './renderers.ts'

export function renderZshCompletion({ commands, mqCommands }: CompletedCommands): string {
  const all = [...commands, ...mqCommands]
  const programs = ['sluice', ...mqCommands.map(({ call }) => call)].join(' ')
  const rows = commands.map(({ call, summary }) => renderRow(call.slice('sluice '.length), summary))
  return `#compdef ${programs}
# Completion of sluice and of the commands of queue managers. Save it as _sluice in a folder of fpath.
_sluice() {
  local call=\${words[1]:t} first=2
  local -a verbs options
  local -a commands=(
    ${rows.join('\n    ')}
    ${renderRow('help', 'print the help of a command')}
  )
  if [[ $call == sluice ]]; then
    if ((CURRENT == 2)); then
      _describe command commands
      return
    fi
    call="sluice \${words[2]}" first=3
  fi
  case "$call \${words[CURRENT - 1]}" in
${all.flatMap(renderValueCases).join('\n')}
  esac
  case $call in
  ('sluice help') verbs=($commands) ;;
${all.map(renderCommandCase).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  elif ((CURRENT == first && $#verbs)); then
    _describe verb verbs
  else
    _files
  fi
}
compdef _sluice ${programs}
`
}

function renderValueCases({ call, options }: CommandHelp): string[] {
  return options
    .filter(({ value }) => value !== undefined)
    .map((option) => {
      const patterns = option.spellings.map((each) => quoteForShell(`${call} ${each}`)).join(' | ')
      return `  (${patterns}) ${renderValue(option)}; return ;;`
    })
}

function renderValue({ choices }: OptionHelp): string {
  return choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoteForShell).join(' ')}`
}

function renderCommandCase({ call, verbs, options }: CommandHelp): string {
  const verbRows = verbs.map(({ name, help }) => renderRow(name, help))
  const optionRows = options.flatMap(({ spellings, help }) => spellings.map((each) => renderRow(each, help)))
  return `  (${quoteForShell(call)})
    verbs=(${verbRows.join(' ')})
    options=(${optionRows.join(' ')}) ;;`
}

/** Returns `'name:text'`, as the function _describe of zsh takes it. */
function renderRow(name: string, text: string): string {
  return quoteForShell(`${name.replaceAll(':', '\\:')}:${text}`)
}
