/** The input field for a command, with suggestions and history. */
import { type KeyboardEvent, useId, useState } from 'react'
import { attempt } from '../../../../../shared/lib/collections/attempt.ts'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { buildFieldAttributes, OptionList } from '../../../../../shared/ui/forms/option-list.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { displayObjects } from '../../kit/api/mqsc.ts'
import { loadDefinitionTables } from '../../kit/api/object-kinds.ts'
import { type CompletionKind, completeCommand, findQualifier } from './complete-command.ts'

/** The object keywords that names follow, and those of a status with the objects that have it. */
const namedObjects = new Set(
  'QUEUE QLOCAL QALIAS QREMOTE QMODEL TOPIC SUB CHANNEL LISTENER NAMELIST PROCESS SERVICE AUTHINFO'.split(' '),
)
const statusObjects = new Map([
  ['QSTATUS', 'QLOCAL'],
  ['SBSTATUS', 'SUB'],
  ['CHSTATUS', 'CHANNEL'],
  ['LSSTATUS', 'LISTENER'],
])

/** Returns the names of the objects for an object keyword; empty for keywords without names. */
async function loadObjectNames(manager: string, keyword: string, signal?: AbortSignal): Promise<readonly string[]> {
  const object = statusObjects.get(keyword) ?? keyword
  if (!namedObjects.has(object)) return []
  const qualifier = object.toLowerCase()
  const responses = await displayObjects(manager, { qualifier, name: '*' }, signal)
  return responses.map(({ parameters = {} }) => String(parameters[object.startsWith('Q') ? 'queue' : qualifier]))
}

const maxCommands = 100
const prefix = 'mq-console:mqsc:'

function readCommandHistory(manager: string): readonly string[] {
  return attempt(() => JSON.parse(sessionStorage.getItem(prefix + manager) ?? '[]') as string[]) ?? []
}

/** Adds a command to the history, except a repetition of the last one and commands with passwords. */
function addToCommandHistory(manager: string, command: string): readonly string[] {
  const past = readCommandHistory(manager)
  if (past.at(-1) === command || /PASSWORD|LDAPPWD|KEYRPWD|INITKEY/i.test(command)) return past
  const next = [...past, command].slice(-maxCommands)
  try {
    sessionStorage.setItem(prefix + manager, JSON.stringify(next))
  } catch {
    // The storage is full or disabled: the history is lost.
  }
  return next
}

const completionTitles: Readonly<Record<CompletionKind, string>> = {
  verb: t('verb'),
  object: t('object'),
  name: t('name'),
  attribute: t('attribute'),
  value: t('value'),
}

export type CommandPromptProps = { manager: string; busy: boolean; submit(command: string): void }

export function CommandPrompt({ manager, busy, submit }: CommandPromptProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [past, setPast] = useState(() => readCommandHistory(manager))
  const [back, setBack] = useState(0)
  const [chosen, setChosen] = useState(0)
  const [dismissed, setDismissed] = useState(false)

  const qualifier = findQualifier(text) ?? ''
  const { value: tables } = useResource('tables', () => loadDefinitionTables())
  const { value: names } = useResource(`${manager}/${qualifier}`, (signal) =>
    loadObjectNames(manager, qualifier, signal),
  )
  const { from, choices } = tables ? completeCommand(text, tables, names ?? []) : { from: 0, choices: [] }
  const open = choices.length > 0 && text !== '' && !dismissed && back === 0
  const selected = Math.min(chosen, choices.length - 1)

  function write(next: string) {
    setText(next)
    setBack(0)
    setChosen(0)
    setDismissed(false)
  }

  function run() {
    const command = text.trim()
    if (command === '' || busy) return
    setPast(addToCommandHistory(manager, command))
    write('')
    submit(command)
  }

  function recall(steps: number) {
    const next = Math.max(0, Math.min(past.length, back + steps))
    setBack(next)
    setText(next === 0 ? '' : (past[past.length - next] ?? ''))
  }

  function press(event: KeyboardEvent) {
    const act = actions[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    if (act()) event.preventDefault()
  }

  /** The action of each key. An action returns false to leave the key to the browser. */
  const actions: Readonly<Record<string, () => boolean>> = {
    Enter() {
      run()
      return true
    },
    Tab() {
      const choice = open ? choices[selected] : undefined
      if (choice) write(text.slice(0, from) + choice.text)
      return choice !== undefined
    },
    Escape() {
      setDismissed(true)
      return open
    },
    ArrowDown() {
      if (open) setChosen((selected + 1) % choices.length)
      else recall(-1)
      return true
    },
    ArrowUp() {
      if (open && selected > 0) setChosen(selected - 1)
      else recall(1)
      return true
    },
  }

  return (
    <div className="prompt">
      {open && (
        <div className="prompt__choices">
          <OptionList
            id={id}
            label={t('Suggestions')}
            items={choices}
            at={selected}
            keyOf={(choice) => choice.text}
            choose={(choice) => write(text.slice(0, from) + choice.text)}
          >
            {(choice) => (
              <>
                {choice.text} <span className="quiet">{completionTitles[choice.kind]}</span>
              </>
            )}
          </OptionList>
        </div>
      )}
      <input
        className="prompt__line"
        type="text"
        {...buildFieldAttributes(id, selected, open)}
        aria-label={t('MQSC command')}
        placeholder="DISPLAY QLOCAL(*) CURDEPTH"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
      />
    </div>
  )
}
